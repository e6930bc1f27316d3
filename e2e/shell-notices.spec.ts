import { expect } from '@playwright/test';
import { test } from './fixtures/app';
import {
  call,
  catchNotices,
  clickNotice,
  heardCommands,
  recordCommands,
  setFocused,
  shownNotices,
} from './fixtures/shell';

test('what ends while nobody looks is told once, and a click leads there', async ({ launch }) => {
  const { app, page } = await launch();
  await recordCommands(page);
  await catchNotices(app);
  const { id: sessionId } = await call(page, 'sessions.create', {});
  await call(page, 'app.showing', { sessionId, processId: null });
  await setFocused(app, false);
  await call(page, 'sessions.send', { sessionId, text: 'run "echo done"' });
  await expect.poll(async () => (await shownNotices(app)).length).toBe(1);
  const text = 'start "sleep 0.5; exit 3" in the background and tell me when it is done';
  await call(page, 'sessions.send', { sessionId, text });
  await expect.poll(async () => (await shownNotices(app)).at(-1)?.title).toContain('Failed: sleep 0.5');
  expect((await shownNotices(app)).at(-1)?.body).toContain('Ended with code 3');
  const listed = await call(page, 'notices.list', {});
  expect(listed.map(({ kind }) => kind)).toEqual(['process-ended', 'turn-completed', 'turn-completed']);
  expect(listed.every(({ isRead }) => !isRead)).toBe(true);

  await clickNotice(app, 2);
  const processId = listed[0]?.processId;
  await expect.poll(() => heardCommands(page)).toContainEqual({ name: 'show-process', processId });
  expect((await call(page, 'notices.list', {}))[0]?.isRead).toBe(true);
});

test('what the user looks at makes no noise, and what is waiting elsewhere does', async ({ launch }) => {
  const { app, page } = await launch();
  await recordCommands(page);
  await catchNotices(app);
  await setFocused(app, true);
  const seen = await call(page, 'sessions.create', {});
  const other = await call(page, 'sessions.create', {});
  await call(page, 'app.showing', { sessionId: seen.id, processId: null });
  const text = 'start "sleep 0.3" in the background and tell me when it is done';
  await call(page, 'sessions.send', { sessionId: seen.id, text });
  await expect.poll(async () => (await call(page, 'notices.list', {})).length).toBe(1);
  expect((await call(page, 'notices.list', {}))[0]).toMatchObject({ kind: 'process-ended', isRead: true });
  expect(await shownNotices(app)).toEqual([]);

  await call(page, 'sessions.send', { sessionId: other.id, text: 'run "rm -rf build"' });
  await expect.poll(async () => (await shownNotices(app)).length).toBe(1);
  expect((await shownNotices(app))[0]).toMatchObject({ body: 'rm -rf build' });
  const [approval] = await call(page, 'approvals.list', {});
  await clickNotice(app, 0);
  await expect
    .poll(() => heardCommands(page))
    .toContainEqual({ name: 'show-approval', requestId: approval?.requestId });
});

test('switches keep notices in the list, and nothing is told again after a start', async ({ launch }) => {
  const first = await launch();
  await catchNotices(first.app);
  await setFocused(first.app, false);
  await call(first.page, 'settings.update', { patch: { notifications: { processes: false } } });
  const text = 'start "exit 1" in the background and tell me when it is done';
  const { id: sessionId } = await call(first.page, 'sessions.create', {});
  await call(first.page, 'sessions.send', { sessionId, text });
  await expect
    .poll(async () => (await call(first.page, 'notices.list', {})).map(({ kind }) => kind))
    .toContain('process-ended');
  expect((await shownNotices(first.app)).map(({ title }) => title).join()).not.toContain('Failed');
  const before = await call(first.page, 'notices.list', {});
  await first.app.close();

  const second = await launch([], first.home);
  await catchNotices(second.app);
  expect(await call(second.page, 'notices.list', {})).toEqual(before);
  expect(await shownNotices(second.app)).toEqual([]);
});

test('a test notice says what the system answered', async ({ launch }) => {
  const { app, page } = await launch();
  await app.evaluate(({ Notification }) => {
    Notification.isSupported = () => false;
  });
  expect(await call(page, 'notices.test', {})).toMatchObject({
    ok: false,
    message: expect.stringContaining('no notif'),
  });
  await catchNotices(app);
  expect(await call(page, 'notices.test', {})).toMatchObject({ ok: true });
  await app.evaluate(({ Notification }) => {
    Notification.prototype.show = function show(this: Electron.Notification) {
      setImmediate(() => this.emit('failed', {}, 'not allowed'));
    };
  });
  expect(await call(page, 'notices.test', {})).toEqual({
    ok: false,
    message: 'The system refused the notice: not allowed',
  });
});
