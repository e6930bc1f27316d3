import { type ElectronApplication, expect, type Page } from '@playwright/test';
import { test } from './fixtures/app';
import { call } from './fixtures/shell';

// The security guide of Electron, item by item, as far as it can be tried on the development runtime.

const preferences = (app: ElectronApplication) =>
  app.evaluate(({ webContents }) =>
    webContents
      .getAllWebContents()
      .filter((contents) => contents.getType() === 'window')
      .map((contents) =>
        (contents as unknown as { getLastWebPreferences(): Record<string, unknown> }).getLastWebPreferences(),
      ),
  );

const isReady = (page: Page) => call(page, 'app.info', {});

test('1, 18: only our own scheme is loaded, and nothing outside the page’s folder is served', async ({ launch }) => {
  const { app, page } = await launch();
  await isReady(page);
  await app.evaluate(({ session }) => {
    const schemes = new Set<string>();
    Reflect.set(globalThis, 'seenSchemes', schemes);
    session.defaultSession.webRequest.onBeforeRequest({ urls: ['<all_urls>'] }, ({ url }, proceed) => {
      schemes.add(new URL(url).protocol);
      proceed({});
    });
  });
  await page.reload();
  await isReady(page);
  const schemes = await app.evaluate(() => [...(Reflect.get(globalThis, 'seenSchemes') as Set<string>)]);
  expect(schemes.filter((scheme) => !['app:', 'data:', 'devtools:'].includes(scheme))).toEqual([]);
  const statuses = await page.evaluate(async () => {
    const paths = [
      '/..%2fmain/main.js',
      '/%2e%2e/main/main.js',
      '/..%5cmain%5cmain.js',
      '/%00',
      '/nothing.js',
      '/assets/',
    ];
    return Promise.all(paths.map(async (path) => (await fetch(path)).status));
  });
  expect(statuses).toEqual(statuses.map(() => 404));
  const other = await page.evaluate(() =>
    fetch('app://elsewhere/index.html').then(
      ({ status }) => status,
      () => 'refused',
    ),
  );
  expect([403, 'refused']).toContain(other);
});

test('2, 3, 4, 6, 8, 9, 10, 12: the page has no Node, and the preferences are the strict ones', async ({ launch }) => {
  const { app, page } = await launch();
  await isReady(page);
  const all = await preferences(app);
  expect(all).toHaveLength(1);
  expect(all[0]).toMatchObject({
    ...{ sandbox: true, contextIsolation: true, nodeIntegration: false, webSecurity: true },
  });
  const weak = [
    ...['nodeIntegrationInWorker', 'nodeIntegrationInSubFrames', 'webviewTag', 'allowRunningInsecureContent'],
    ...['experimentalFeatures', 'enableBlinkFeatures'],
  ];
  for (const name of weak) expect(all[0]?.[name] || false, name).toBe(false);
  const globals = await page.evaluate(() =>
    ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => Reflect.get(globalThis, name) !== undefined),
  );
  expect(globals).toEqual([]);
});

test('5: no permission is granted', async ({ launch }) => {
  const { page } = await launch();
  await isReady(page);
  const states = await page.evaluate(async () => {
    const names = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read', 'midi'];
    const queried = await Promise.all(
      names.map((name) => navigator.permissions.query({ name: name as PermissionName }).then(({ state }) => state)),
    );
    return [...queried, await Notification.requestPermission()];
  });
  expect(new Set(states)).toEqual(new Set(['denied']));
});

test('7: the policy is on every answer, and inline scripts and eval are dead', async ({ launch }) => {
  const { page } = await launch();
  await isReady(page);
  const policy = await page.evaluate(async () => (await fetch('/index.html')).headers.get('content-security-policy'));
  expect(policy?.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
  const ran = await page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'window.injected = true';
    document.body.append(script);
    await new Promise((later) => setTimeout(later, 100));
    const reached = await fetch('https://example.test/').then(
      () => true,
      () => false,
    );
    return { injected: Reflect.get(window, 'injected') === true, reached };
  });
  expect(ran).toEqual({ injected: false, reached: false });
});

test('11, 13, 14: no webview, no way off our origin, no second window', async ({ launch }) => {
  const { app, page } = await launch();
  await isReady(page);
  const opened = await page.evaluate(() => {
    document.body.append(document.createElement('webview'));
    const link = Object.assign(document.createElement('a'), { href: 'https://example.test/', target: '_blank' });
    document.body.append(link);
    link.click();
    return window.open('app://talaria/index.html') === null;
  });
  expect(opened).toBe(true);
  for (const url of ['https://example.test/', 'file:///etc/passwd', 'data:text/html,x']) {
    await page.evaluate((target) => {
      location.href = target;
    }, url);
    await new Promise((later) => setTimeout(later, 300));
    expect(page.url(), url).toContain('app://talaria/');
  }
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('15: only links of the web leave, and what is copied is masked', async ({ launch }) => {
  const { app, page } = await launch();
  await app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Reflect.set(globalThis, 'openedLinks', opened);
    shell.openExternal = async (url) => {
      opened.push(url);
    };
  });
  for (const url of ['file:///etc/passwd', 'javascript:alert(1)', 'smb://x/y', 'talaria://session/x', '']) {
    await expect(call(page, 'app.openLink', { url }), url).rejects.toThrow('BAD_INPUT');
  }
  await call(page, 'app.openLink', { url: 'http://127.0.0.1:5173/' });
  expect(await app.evaluate(() => Reflect.get(globalThis, 'openedLinks'))).toEqual(['http://127.0.0.1:5173/']);

  const secret = `${'ghp'}_${Math.random().toString(36).slice(2).padEnd(36, 'a')}`;
  await call(page, 'app.copy', { text: `token ${secret}` });
  const copied = await app.evaluate(async ({ clipboard }) => clipboard.readText());
  expect(copied).toContain('token ');
  expect(copied).not.toContain(secret);
});

test('17, 20: the page has functions and nothing of Electron, and a frame of another origin has no call', async ({
  launch,
}) => {
  const { app, page } = await launch();
  await isReady(page);
  const exposed = await page.evaluate(() =>
    Object.entries(Reflect.get(window, 'talaria') as object).map(([name, value]) => [name, typeof value]),
  );
  expect(Object.fromEntries(exposed)).toEqual({ call: 'function', on: 'function', pathOf: 'function' });
  const refused = await app.evaluate(({ ipcMain }) => {
    const handlers = Reflect.get(ipcMain, '_invokeHandlers') as Map<string, (...args: unknown[]) => unknown>;
    const [handler] = [...handlers.values()];
    const from = (url: string, parent: unknown) => ({ senderFrame: { url, parent }, sender: { id: 1 } });
    const senders = [from('https://example.test/', null), from('app://talaria/', {}), { senderFrame: null }];
    return Promise.all(senders.map((sender) => handler?.(sender, 'app.info', {})));
  });
  expect(refused).toEqual(refused.map(() => ({ ok: false, error: expect.objectContaining({ code: 'FORBIDDEN' }) })));
});
