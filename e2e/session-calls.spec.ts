import { expect } from '@playwright/test';
import { test } from './fixtures/app';
import { call } from './fixtures/shell';

test('a session is searched, deleted, restored, and gone for good after a restart', async ({ launch }) => {
  const { app, page, home } = await launch();
  const kept = await call(page, 'sessions.create', {});
  const { id: sessionId } = await call(page, 'sessions.create', {});
  const stateOf = async (id: string) => (await call(page, 'sessions.list', {})).find((one) => one.id === id)?.stateText;
  await call(page, 'sessions.send', { sessionId, text: 'start "sleep 300" in the background' });
  await expect.poll(() => stateOf(sessionId)).toBe('Idle · 1 process');
  await call(page, 'sessions.send', { sessionId: kept.id, text: 'run "echo marzipan"' });
  await expect.poll(() => stateOf(kept.id)).toBe('Done');

  await call(page, 'sessions.rename', { sessionId: kept.id, title: 'Sweets' });
  expect((await call(page, 'sessions.search', { query: '"marz' }))[0]).toMatchObject({
    sessionId: kept.id,
    title: 'Sweets',
    snippet: expect.stringContaining('\uE000marzipan\uE001'),
  });

  const { message } = await call(page, 'sessions.delete', { sessionId, processes: 'keep' });
  expect(message).toBe('Deleted. 1 process goes on without a session.');
  expect((await call(page, 'processes.list', {})).map((one) => [one.state, one.sessionId])).toContainEqual([
    'running',
    null,
  ]);
  await call(page, 'sessions.restore', { sessionId });
  await expect.poll(() => stateOf(sessionId)).toBe('Idle · 1 process');
  expect((await call(page, 'sessions.delete', { sessionId, processes: 'stop' })).message).toBe(
    'Deleted. 1 process stopped.',
  );
  await app.close();

  const again = await launch([], home);
  expect((await call(again.page, 'sessions.list', {})).map((one) => one.title)).toEqual(['Sweets']);
  const transcript = await call(again.page, 'sessions.transcript', { sessionId: kept.id });
  expect(transcript.messages[0]).toMatchObject({ role: 'user', text: 'run "echo marzipan"' });
  expect(await call(again.page, 'sessions.search', { query: 'sleep' })).toEqual([]);
});
