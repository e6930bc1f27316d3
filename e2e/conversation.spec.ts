import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { startScriptedOpenAiServer } from '../tests/fakes/scripted-openai-server.mjs';
import { test as base } from './fixtures/app';
import { writeLongSession } from './fixtures/long-session';
import { ConversationPage } from './pages/conversation-page';

type Server = Awaited<ReturnType<typeof startScriptedOpenAiServer>>;

const test = base.extend<{ readonly server: Server; readonly open: (home?: string) => Promise<ConversationPage> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
  server: async ({}, use) => {
    const server = await startScriptedOpenAiServer([]);
    await use(server);
    await server.stop();
  },
  open: async ({ launch, server }, use) => {
    await use(async (home) => {
      const launched = await launch(['--base-url', server.baseUrl, '--model', 'scripted'], home);
      const talk = new ConversationPage(launched);
      await expect(talk.field).toBeFocused();
      return talk;
    });
  },
});

test('by keyboard: a message of two lines is sent, its answer streams, Escape stops it, Retry asks again', async ({
  open,
  server,
}) => {
  server.add({ text: 'one two three four five', fragment: 4, hangAfter: 4 }, { text: 'Again, and whole.' });
  const { page, field, log } = await open();
  await page.keyboard.type('first line');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('second line');
  await page.keyboard.press('Enter');
  await expect(log).toContainText('first line second line');
  await expect(log).toContainText('one two');
  await expect(field).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
  await expect(log).toContainText('stopped before it ended');
  const retry = log.getByRole('button', { name: 'Retry' });
  await retry.focus();
  await page.keyboard.press('Enter');
  await expect(log).toContainText('Again, and whole.');
  await expect(retry).toHaveCount(0);
  await field.focus();
  await page.keyboard.press('ArrowUp');
  await expect(field).toHaveValue('first line\nsecond line');
});

test('messages for later are shown, changed and taken back, and the rest is sent', async ({ open, server }) => {
  server.add({ when: 'begin', text: 'Working', hangAfter: 2 });
  const talk = await open();
  const { page } = talk;
  await talk.say('begin');
  await expect(talk.log).toContainText('Working');
  await talk.say('wrong wrods');
  await talk.say('not this one');
  const queue = page.getByRole('region', { name: 'Queued messages' });
  await expect(queue.getByRole('listitem')).toHaveText(['wrong wrods', 'not this one']);
  await queue.getByRole('button', { name: 'Remove queued message' }).nth(1).press('Enter');
  await expect(queue.getByRole('listitem')).toHaveText(['wrong wrods']);
  await queue.getByRole('button', { name: 'Edit queued message' }).press('Enter');
  await expect(queue.getByRole('textbox', { name: 'Queued message' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('right words');
  await page.keyboard.press('Enter');
  await expect(queue.getByRole('listitem')).toHaveText(['right words']);
  server.add({ when: 'right words', text: 'Understood.' });
  await talk.field.focus();
  await page.keyboard.press('Escape');
  await expect(talk.log).toContainText(/begin.*right words.*Understood\./s);
  await expect(queue).toHaveCount(0);
  await expect(talk.log).not.toContainText('not this one');
});

test('an answer cannot become markup; code can be copied', async ({ open, server }) => {
  const code = 'const a = "<b>";\nlet b;';
  server.add({
    text: `<img src=x onerror="document.title='owned'"> <script>document.title='owned'</script>\n\n[run](javascript:document.title='owned')\n\n\`\`\`ts\n${code}\n\`\`\`\n`,
    fragment: 7,
  });
  const talk = await open();
  await talk.say('show me');
  await expect(talk.log).toContainText('<script>document.title');
  await expect(talk.log.locator('img, script')).toHaveCount(0);
  await expect(talk.log.getByRole('link')).toHaveCount(0);
  await talk.log.getByRole('button', { name: 'Copy code' }).press('Enter');
  await expect(talk.log.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await talk.clipboard()).toBe(code);
  expect(await talk.page.title()).not.toBe('owned');
});

test('lines of tools say what they did and open to it; events lead to their process', async ({ open, server }) => {
  const talk = await open();
  const { page, log } = talk;
  await writeFile(join(talk.cwd, 'a.txt'), 'one\ntwo\n');
  server.add(
    {
      toolCalls: [
        { name: 'terminal', args: { command: 'echo said; exit 3' } },
        { name: 'patch', args: { path: 'a.txt', old_string: 'two', new_string: 'TWO' } },
        { name: 'terminal', args: { command: 'echo ends', background: true, notify_on_complete: true } },
      ],
    },
    { text: 'Started.' },
    { text: 'It has ended.' },
  );
  await talk.say('go');
  await expect(log).toContainText('It has ended.');
  const failed = log.getByRole('button', { name: /Failed echo said/ });
  await expect(failed).toContainText('code 3');
  await failed.press('Enter');
  await expect(log.getByRole('region', { name: 'Output' })).toContainText('said');
  await expect(log).toContainText('Ended with code 3.');
  await failed.press('Enter');
  await expect(log.getByRole('region', { name: 'Output' })).toHaveCount(0);
  const edit = log.getByRole('button', { name: /Done a\.txt/ });
  await expect(edit).toContainText('+1 −1 · edit');
  await edit.press('Enter');
  await expect(log.getByRole('region', { name: 'Difference' })).toContainText('−two');
  await expect(log.getByRole('region', { name: 'Difference' })).toContainText('+TWO');
  await expect(log).toContainText('echo ends completed normally (exit code 0)');
  await expect(log).not.toContainText('[SYSTEM');
  await log.getByRole('button', { name: 'echo ends', exact: true }).press('Enter');
  await expect(page.getByRole('complementary', { name: 'Processes' })).toContainText('echo ends');
});

test('find counts, steps and marks without touching the page, and gives the focus back', async ({ open, server }) => {
  server.add({ text: 'The **nee**dle is `needle`.\n\n- a needle' });
  const talk = await open();
  const { page, field } = talk;
  await talk.say('find the needle');
  await expect(talk.log).toContainText('a needle');
  await page.keyboard.press('ControlOrMeta+F');
  const find = page.getByRole('search', { name: 'Find in conversation' });
  await expect(find.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('NEEDLE');
  await expect(find).toContainText('4 of 4');
  await page.keyboard.press('Enter');
  await expect(find).toContainText('1 of 4');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.press('Shift+Enter');
  await expect(find).toContainText('3 of 4');
  await expect.poll(() => talk.highlighted()).toEqual({ all: 4, current: 'needle' });
  await page.keyboard.type('x');
  await expect(find).toContainText('No match');
  await page.keyboard.press('Escape');
  await expect(find).toHaveCount(0);
  await expect(field).toBeFocused();
  await expect.poll(() => talk.highlighted()).toEqual({ all: 0, current: '' });
});

test('drafts are kept for each session, over a reload too', async ({ open, server }) => {
  server.add({ text: 'One.' }, { text: 'Two.' });
  const talk = await open();
  const { page, field } = talk;
  await talk.say('first session');
  await expect(talk.log).toContainText('One.');
  await page.keyboard.type('draft of the first');
  await talk.newSession();
  await expect(field).toHaveValue('');
  await talk.say('second session');
  await expect(talk.log).toContainText('Two.');
  await page.keyboard.type('draft of the second');
  await talk.show('first session');
  await expect(field).toHaveValue('draft of the first');
  await page.waitForTimeout(600);
  await page.reload();
  await talk.show('second session');
  await expect(field).toHaveValue('draft of the second');
  await talk.show('first session');
  await expect(field).toHaveValue('draft of the first');
});

test('Enter that belongs to an input method sends nothing; what looks like a key is warned of', async ({ open }) => {
  const { page, field, log } = await open();
  await page.keyboard.type('にほん');
  await field.dispatchEvent('keydown', { key: 'Enter', isComposing: true });
  await field.dispatchEvent('keydown', { key: 'Enter', keyCode: 229 });
  await expect(field).toHaveValue('にほん');
  await expect(log).not.toContainText('にほん');
  await field.fill(`use ${['sk', '-proj-aaaaBBBBccccDDDD1111'].join('')}`);
  await expect(page.getByText('This looks like a key.')).toBeVisible();
  await field.fill('nothing special');
  await expect(page.getByText('This looks like a key.')).toHaveCount(0);
});

test('files that are dropped put their paths into the message', async ({ open }) => {
  const talk = await open();
  const file = join(talk.cwd, 'my notes.txt');
  await writeFile(file, 'x');
  await talk.field.fill('look at');
  await talk.dropFiles([file]);
  await expect(talk.field).toHaveValue(`look at "${file}" `);
});

test('a session of 5,000 messages is drawn in part, read on from where it was left, and searched as a whole', async ({
  open,
  launch,
  server,
}) => {
  const first = await launch();
  await expect(first.page.getByRole('button', { name: 'Send' })).toBeVisible();
  await first.app.close();
  writeLongSession(first.home, { title: 'The long one', messages: 5_000 });
  const talk = await open(first.home);
  const { page, log } = talk;
  await talk.show('The long one');
  await expect(log).toContainText('Answer 4999.');
  await expect.poll(() => talk.distanceToEnd()).toBeLessThan(2);
  await expect.poll(() => talk.drawnItems()).toBeLessThan(400);

  await talk.scrollBy(-1_500);
  const jump = page.getByRole('button', { name: /Jump to latest/ });
  await expect(jump).toBeVisible();
  await page.waitForTimeout(400);
  const place = await talk.firstInView();
  await talk.newSession();
  await talk.show('The long one');
  expect(await talk.firstInView()).toEqual(place);

  // What comes meanwhile does not move the reader.
  server.add({ text: 'News from below.' });
  await talk.say('anything new');
  await expect(jump).toContainText('2 new');
  expect(await talk.firstInView()).toEqual(place);
  await jump.press('Enter');
  await expect(log).toContainText('News from below.');
  await expect.poll(() => talk.distanceToEnd()).toBeLessThan(2);
  await expect(jump).toHaveCount(0);

  await page.keyboard.press('ControlOrMeta+F');
  await page.keyboard.type('Question 42');
  const find = page.getByRole('search', { name: 'Find in conversation' });
  // 42, 420 to 428 and 4200 to 4298, the even ones.
  await expect(find).toContainText(`56 of 56`);
  await page.keyboard.press('Enter');
  await expect(find).toContainText('1 of 56');
  await expect.poll(() => talk.highlighted()).toMatchObject({ current: 'Question 42' });
  await expect(log.getByText('Question 42', { exact: true })).toBeInViewport();
  await expect.poll(() => talk.drawnItems()).toBeLessThan(400);
});
