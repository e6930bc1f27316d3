import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { startScriptedOpenAiServer } from '../tests/fakes/scripted-openai-server.mjs';
import { filesWith } from '../tests/journeys/harness/find-in-folder';
import { test } from './fixtures/app';
import { everythingShown, recordedIpc, recordIpc } from './fixtures/ipc-recorder';
import { MainPage } from './pages/main-page';

test('a secret in a risky command reaches its server, and neither the page nor any message to it', async ({
  launch,
}) => {
  const secret = randomBytes(18).toString('base64url').replaceAll(/[-_]/g, 'x');
  const seen: (string | undefined)[] = [];
  const target = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.end('hello\n');
  });
  await new Promise<void>((done) => {
    target.listen(0, '127.0.0.1', done);
  });
  const { port } = target.address() as AddressInfo;
  const command = `rm -rf build && curl -s -H "Authorization: Bearer ${secret}" http://127.0.0.1:${port}`;
  const run = { toolCalls: [{ name: 'terminal', args: { command } }] };
  const server = await startScriptedOpenAiServer([run, run, { text: 'It is deployed.' }]);
  try {
    const { app, page, home } = await launch(['--base-url', server.baseUrl, '--model', 'scripted']);
    await expect(page.getByRole('button', { name: 'Send' })).toBeVisible();
    await recordIpc(app);
    const main = new MainPage(page);
    await main.send('deploy');
    const card = page.getByRole('region', { name: 'Approval' });
    await expect(card).toContainText('rm -rf build && curl -s -H "Authorization: Bearer');
    const shown = [await everythingShown(page)];
    await main.answer('Deny').click();
    await server.waitForRequests(2);
    await main.answer('Run once').click();
    await expect(main.conversation).toContainText('It is deployed.');
    shown.push(await everythingShown(page));

    expect(seen).toEqual([`Bearer ${secret}`]);
    const frames = await recordedIpc(app);
    expect(frames.filter((frame) => frame.startsWith('event ') && frame.includes('maskedCommand'))).not.toEqual([]);
    expect(frames.filter((frame) => frame.startsWith('answer ') && frame.includes('rm -rf build'))).not.toEqual([]);
    expect([...frames, ...shown].filter((text) => text.includes(secret))).toEqual([]);
    expect(server.requests.slice(1).filter(({ bodyText }) => bodyText.includes(secret))).toEqual([]);
    expect(await filesWith(home, secret)).toEqual([]);
  } finally {
    await server.stop();
    target.close();
  }
});
