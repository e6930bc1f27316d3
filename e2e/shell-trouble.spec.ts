import { type ElectronApplication, expect } from '@playwright/test';
import { test } from './fixtures/app';
import { answerDialogs, askedDialogs, call } from './fixtures/shell';

const crash = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer());
const isAlive = (app: ElectronApplication) =>
  app.evaluate(async ({ BrowserWindow }) => {
    const page = BrowserWindow.getAllWindows()[0]?.webContents;
    if (!page || page.isCrashed() || page.isLoading()) return false;
    return (await page.executeJavaScript('document.readyState')) === 'complete';
  });

test('a page that crashes is loaded again when the user says so; the third time that is not the first offer', async ({
  launch,
}) => {
  const { app, page } = await launch();
  const started = await call(page, 'processes.start', { command: 'sleep 600', pty: false, sessionId: null });
  expect(started.ok).toBe(true);
  await answerDialogs(app, 'Reload the window');
  for (const times of [1, 2, 3]) {
    await crash(app);
    await expect.poll(async () => (await askedDialogs(app)).length).toBe(times);
    await expect.poll(() => isAlive(app)).toBe(true);
  }
  const asked = await askedDialogs(app);
  expect(asked[0]).toMatchObject({ message: 'The window stopped working.' });
  expect(asked[0]?.buttons?.[0]).toBe('Reload the window');
  expect(asked[2]).toMatchObject({ message: 'The window keeps stopping.' });
  expect(asked[2]?.buttons?.[0]).toBe('Export logs…');
  // What runs went on all the time.
  const text = await app.evaluate(async ({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
      `talaria.call('processes.list', {}).then((reply) => reply.value.map((one) => one.state).join())`,
    ),
  );
  expect(text).toBe('running');
});

test('a page that does not answer can be waited for, and the question goes away when it answers', async ({
  launch,
}) => {
  const { app } = await launch();
  await app.evaluate(({ dialog, BrowserWindow }) => {
    const state = { asked: 0, wasTakenAway: false };
    Reflect.set(globalThis, 'hangState', state);
    dialog.showMessageBox = ((...args: unknown[]) =>
      new Promise((done) => {
        state.asked += 1;
        (args.at(-1) as { signal: AbortSignal }).signal.addEventListener('abort', () => {
          state.wasTakenAway = true;
          done({ response: 0, checkboxChecked: false });
        });
      })) as typeof dialog.showMessageBox;
    const [window] = BrowserWindow.getAllWindows();
    window?.emit('unresponsive');
    window?.emit('unresponsive');
    setTimeout(() => window?.emit('responsive'), 100);
  });
  await expect
    .poll(() => app.evaluate(() => Reflect.get(globalThis, 'hangState')))
    .toEqual({ asked: 1, wasTakenAway: true });
});
