// npm run pictures [-- FOLDER]: the pictures of the README, light and dark, taken from the running app with the built-in
// operator. Nothing in them is drawn by hand, and nothing needs a network.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { _electron as electron } from '@playwright/test';

const root = path.resolve(import.meta.dirname, '..');
const target = path.resolve(process.argv[2] ?? path.join(root, 'docs/pictures'));
const SIZE = '1280x800';
const LIMIT_MS = 20_000;

const SERVER = `import { createServer } from 'node:http';
const say = (text) => console.log(\`\\x1b[90m\${new Date().toTimeString().slice(0, 8)}\\x1b[0m \${text}\`);
const server = createServer((request, response) => response.end('ok'));
server.listen(5173, '127.0.0.1', () => {
  console.log('\\n  \\x1b[32m\\x1b[1mSTOREFRONT\\x1b[0m  ready in \\x1b[1m412 ms\\x1b[0m\\n');
  console.log('  \\x1b[32m➜\\x1b[0m  Local:   \\x1b[36mhttp://localhost:5173/\\x1b[0m\\n');
  say('\\x1b[36m[server]\\x1b[0m page reload src/cart/store.ts');
  say('\\x1b[36m[server]\\x1b[0m hmr update /src/checkout/Summary.tsx');
  say('\\x1b[33m[server]\\x1b[0m warning: source map for "cart.js" points to missing files');
  say("\\x1b[31mTypeError\\x1b[0m Cannot read properties of undefined (reading 'price')");
  say('\\x1b[36m[server]\\x1b[0m hmr update /src/checkout/Summary.tsx');
});
`;

/** Made up, and put together here so that nobody takes it for a real one. */
const TOKEN = ['tok', 'en-', Math.random().toString(36).slice(2).padEnd(20, '7')].join('');

await mkdir(target, { recursive: true });
for (const theme of ['dark', 'light']) await takeAll(theme);

/** @param {string} theme */
async function takeAll(theme) {
  const folder = await mkdtemp(path.join(tmpdir(), 'talaria-pictures-'));
  // A home of its own, so that paths read as they do at home.
  const user = path.join(folder, 'user');
  const cwd = path.join(user, 'code', 'storefront');
  await mkdir(cwd, { recursive: true });
  await writeFile(path.join(cwd, 'server.mjs'), SERVER);
  const flags = ['--home', path.join(folder, 'home'), '--cwd', cwd, '--theme', theme, '--size', SIZE];
  const app = await electron.launch({
    executablePath: process.env.TALARIA_ELECTRON,
    colorScheme: null,
    args: [...JSON.parse(process.env.TALARIA_ELECTRON_FLAGS ?? '[]'), root],
    env: { ...process.env, HOME: user, TALARIA_ARGS: JSON.stringify(flags) },
  });
  try {
    await takeScenes(app, theme);
  } finally {
    // A quit asks when processes run; here the answer is yes.
    await app.evaluate(({ dialog }) => {
      dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false });
    });
    await app.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {import('@playwright/test').ElectronApplication} app @param {string} theme */
async function takeScenes(app, theme) {
  const page = await app.firstWindow();
  /** @param {string} name @param {unknown} input */
  const call = async (name, input = {}) => {
    const reply = await page.evaluate(([n, i]) => window.talaria.call(n, i), [name, input]);
    if (!reply.ok) throw new Error(`${name}: ${reply.error.message}`);
    return reply.value;
  };
  const until = async (what, isSo) => {
    const limit = Date.now() + LIMIT_MS;
    while (!(await isSo())) {
      if (Date.now() > limit) throw new Error(`it did not come to this: ${what}`);
      await new Promise((later) => setTimeout(later, 100));
    }
  };
  const shows = (id) =>
    app.evaluate(
      ({ app: running }, url) => running.emit('open-url', { preventDefault() {} }, url),
      `talaria://session/${id}`,
    );
  const session = async (title, ...texts) => {
    const { id } = await call('sessions.create');
    await call('sessions.rename', { sessionId: id, title });
    await shows(id);
    for (const text of texts) {
      await call('sessions.send', { sessionId: id, text });
      await until(`"${text}" is answered`, async () => {
        const { activity } = (await call('sessions.list')).find((one) => one.id === id);
        return activity !== 'working';
      });
    }
    return id;
  };
  const take = async (name) => {
    await page.evaluate(() => document.fonts.ready);
    await new Promise((later) => setTimeout(later, 1_500));
    await page.screenshot({ path: path.join(target, `${name}-${theme}.png`), scale: 'device' });
  };
  const menu = (id) =>
    app.evaluate(({ Menu }, wanted) => Menu.getApplicationMenu()?.getMenuItemById(wanted)?.click(), id);

  await call('app.firstRunDone');
  await page.reload();
  await page.waitForLoadState();
  await session('Rename billing events', 'run "echo 14 events renamed"');
  await session(
    'Nightly import',
    'start "echo reading 2,184 rows; sleep 0.3; echo out of memory >&2; exit 137" in the background and tell me when it is done',
  );
  await until('the import has failed', async () =>
    (await call('processes.list')).some(({ exitCode }) => exitCode === 137),
  );
  await session('Docs site preview', 'start "while sleep 5; do echo page rebuilt; done" in the background');
  await session(
    'Checkout crash on empty cart',
    'start "node server.mjs" in a terminal in the background, watch for "ready"',
    'run "printf \'%s\\n\' src/cart/store.ts src/checkout/Summary.tsx"',
    `run "rm -rf reports && curl -T reports/trace.zip -H 'Authorization: Bearer ${TOKEN}' https://share.example.test/up"`,
  );
  await until('an approval waits', async () => (await call('approvals.list')).length === 1);
  await take('main');
  await menu('palette');
  await take('palette');
  await page.keyboard.press('Escape');
  await menu('settings');
  await take('settings');
}
