import { expect } from '@playwright/test';
import { startScriptedOpenAiServer } from '../tests/fakes/scripted-openai-server.mjs';
import { test } from './fixtures/app';
import { MainPage } from './pages/main-page';

const trouble = { status: 500, headers: { 'retry-after': '0' }, body: { error: { message: 'out of memory' } } };

test('a model server that fails is named in the conversation, and the next message works', async ({ launch }) => {
  const server = await startScriptedOpenAiServer([trouble, trouble, trouble, trouble]);
  try {
    const { page } = await launch(['--base-url', server.baseUrl, '--model', 'scripted']);
    const main = new MainPage(page);
    await main.send('are you there');
    await expect(main.conversation).toContainText(
      `Model server: ${server.host} answered with the error 500. The trouble is on its side; try again later. The server said: out of memory`,
    );
    server.add({ text: 'Half of an answer', fragment: 5, cutAfter: 3 }, { text: 'Now I am.' });
    await main.send('and now');
    await expect(main.conversation).toContainText('Answer: ');
    await expect(main.conversation).toContainText('Half of an');
    await main.send('once more');
    await expect(main.conversation).toContainText('Now I am.');
    // What failed before stays to be read, where it happened.
    await expect(main.conversation).toContainText(
      /are you there.*error 500.*and now.*Half of an.*once more.*Now I am\./s,
    );
    await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
  } finally {
    await server.stop();
  }
});
