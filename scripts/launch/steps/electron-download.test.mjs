import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tempFolder } from '../testing/temp-folder.mjs';
import { testContext } from '../testing/test-context.mjs';
import { downloadElectron } from './electron-download.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The real electron package of this checkout, and a mirror on this machine. @param {import('node:http').RequestListener} answer */
async function mirror(answer) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { server, url: `http://127.0.0.1:${port}/` };
}

/** @param {string} url */
function contextFor(url) {
  const context = testContext({ root: ROOT });
  Object.assign(context.env, { ELECTRON_MIRROR: url, electron_config_cache: tempFolder() });
  return context;
}

// Where the official Electron is there already, its own script ends at once.
const isThere = existsSync(path.join(ROOT, 'node_modules/electron/dist'));

describe.skipIf(isThere)('downloadElectron', () => {
  it('gives up on a host that takes the call and says nothing', async () => {
    const { url } = await mirror(() => {});
    const got = await downloadElectron(contextFor(url), { nodeExec: process.execPath, firstByteLimitMs: 1500 });
    expect(got).toEqual({ why: 'no answer within 1.5 s' });
  });

  it('gives up at once where the call is refused', async () => {
    const { server, url } = await mirror(() => {});
    server.close();
    await once(server, 'close');
    const got = await downloadElectron(contextFor(url), { nodeExec: process.execPath, firstByteLimitMs: 60_000 });
    expect(got).toEqual({ why: 'its download host cannot be reached' });
  });

  it('goes on while bytes arrive, past the limit for the first one', async () => {
    let sent = 0;
    const { url } = await mirror((_request, response) => {
      response.writeHead(200, { 'content-length': '4000' });
      const timer = setInterval(() => {
        sent += 1;
        response.write('x'.repeat(1000));
        if (sent === 4) {
          clearInterval(timer);
          response.end();
        }
      }, 500);
    });
    const got = await downloadElectron(contextFor(url), { nodeExec: process.execPath, firstByteLimitMs: 1500 });
    expect(sent).toBe(4);
    expect(got, 'what arrived is no Electron').toEqual({ why: 'its download host cannot be reached' });
  });
});
