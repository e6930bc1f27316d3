import { type ElectronApplication, expect, type Page } from '@playwright/test';
import { test } from './fixtures/app';
import { ProcessPanelPage } from './pages/process-panel';

test('what is typed into a terminal reaches the program, by keys alone', async ({ launch }) => {
  const { page, app } = await launch();
  const panel = new ProcessPanelPage(page, app);
  await panel.start('read name; echo "hello $name"; stty size');
  await panel.row('read name').press('Enter');
  await page.keyboard.type('world\n');
  await expect(panel.screen).toContainText('hello world');
  await expect(panel.row('read name')).toContainText('ended');
});

test('after a reload in the middle of output the view shows exactly what was there, and goes on', async ({
  launch,
}) => {
  const { page, app } = await launch();
  const panel = new ProcessPanelPage(page, app);
  const script =
    'for i in $(seq 1 400); do printf "\\033[3$((i % 8))mline %04d \\033[0m%s\\n" $i "wörld 👩‍👩‍👧 日本"; sleep 0.01; done; echo END';
  await panel.start(script);
  await expect(panel.screen).toContainText(/line 00[2-9]\d|line 0[12]/);
  await page.reload();
  await expect(panel.screen).toContainText(/line \d+/);
  await expect(panel.row('line')).toContainText('running');
  await expect(panel.row('line')).toContainText('ended', { timeout: 30_000 });
  const expected = Array.from({ length: 400 }, (_, i) => `line ${String(i + 1).padStart(4, '0')} wörld 👩‍👩‍👧 日本`);
  const live = await panel.wholeText();
  expect(live.split('\n')).toEqual([...expected, 'END']);
  await page.reload();
  await expect(panel.screen).toContainText('END');
  expect(await panel.wholeText()).toBe(live);
});

test('search counts, walks, minds case and patterns, and gives the focus back', async ({ launch }) => {
  const { page, app } = await launch();
  const panel = new ProcessPanelPage(page, app);
  await panel.start('for i in $(seq 1 300); do echo "row $i"; done; echo Needle; echo needle 7; echo END; sleep 60');
  await expect(panel.screen).toContainText('END');
  await panel.focusTerminal();
  await page.keyboard.press('Control+F');
  const search = page.getByRole('search', { name: 'Search in the terminal' });
  await expect(search.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('needle');
  await expect(search).toContainText('of 2');
  const first = await search.getByRole('status').textContent();
  await page.keyboard.press('Enter');
  await expect(search.getByRole('status')).not.toHaveText(first ?? '');
  await page.keyboard.press('Shift+Enter');
  await expect(search.getByRole('status')).toHaveText(first ?? '');
  await search.getByRole('button', { name: 'Match case' }).click();
  await expect(search).toContainText('1 of 1');
  await search.getByRole('button', { name: 'Regular expression' }).click();
  await search.getByRole('textbox').fill('row 1[0-9]$');
  await expect(search).toContainText('of 10');
  await expect(panel.screen).toContainText('row 1');
  await search.getByRole('textbox').fill('row [');
  await expect(search).toContainText('Not a pattern');
  await search.getByRole('textbox').fill('nowhere');
  await expect(search).toContainText('No match');
  await search.getByRole('button', { name: 'Regular expression' }).click();
  await search.getByRole('textbox').fill('e');
  await page.keyboard.press('Escape');
  await expect(search).toHaveCount(0);
  await expect(panel.terminal.locator('textarea')).toBeFocused();
});

test('a search in a long scrollback is quick and its count has an end', async ({ launch }) => {
  const { page, app } = await launch();
  const panel = new ProcessPanelPage(page, app);
  await panel.start('seq -f "line %g e" 1 60000; echo END; sleep 60');
  await expect(panel.screen).toContainText('END');
  await panel.focusTerminal();
  await page.keyboard.press('Control+F');
  const startedAt = Date.now();
  await page.keyboard.type('e');
  await expect(page.getByRole('search', { name: 'Search in the terminal' })).toContainText('1,000+');
  test.info().annotations.push({ type: 'search of 10,000 lines', description: `${Date.now() - startedAt} ms` });
});

test('several lines are shown before they are pasted', async ({ launch }) => {
  const { page, app } = await launch();
  const panel = new ProcessPanelPage(page, app);
  await panel.start('echo ready; cat -v');
  await expect(panel.screen).toContainText('ready');
  await panel.setClipboard('one line');
  await panel.focusTerminal();
  await page.keyboard.press('Control+Shift+V');
  await expect(panel.screen).toContainText('one line');
  await page.keyboard.press('Enter');

  await panel.setClipboard('first\nsecond\x1b[201~ third\n');
  await page.keyboard.press('Control+Shift+V');
  const dialog = page.getByRole('dialog', { name: 'Paste 2 lines?' });
  await expect(dialog).toContainText('first');
  await expect(dialog).toContainText('second␛[201~ third');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(panel.screen).not.toContainText('first');
  await panel.focusTerminal();
  await page.keyboard.press('Control+Shift+V');
  await dialog.getByRole('button', { name: 'Paste' }).click();
  await expect(panel.screen).toContainText('first');
  await expect(panel.screen).toContainText('second');
  await expect(panel.terminal.locator('textarea')).toBeFocused();
});

test('a program that asks for it has its pastes marked', async ({ launch }) => {
  const { page, app } = await launch();
  const panel = new ProcessPanelPage(page, app);
  await panel.start('printf "\\033[?2004hready\\n"; cat -v');
  await expect(panel.screen).toContainText('ready');
  await panel.setClipboard('marked\n');
  await panel.focusTerminal();
  await page.keyboard.press('Control+Shift+V');
  await page.keyboard.press('Enter');
  await expect(panel.screen).toContainText('^[[200~marked');
  await expect(panel.screen).toContainText('^[[201~');
});

test('copies join wrapped lines, mask secrets, and leave Ctrl-C to the program where nothing is selected', async ({
  launch,
}) => {
  const { page, app } = await launch();
  const panel = new ProcessPanelPage(page, app);
  const token = ['ghp', '0123456789abcdefghijklmnopqrstuvwxyzAB'].join('_');
  const long = 'x'.repeat(300);
  await panel.start(
    `echo ${long}; printf 'tok%s=%s\\n' en ghp_""0123456789abcdefghijklmnopqrstuvwxyzAB; echo END; sleep 60`,
  );
  await expect(panel.screen).toContainText('END');
  const text = await panel.wholeText();
  expect(text).toContain(long);
  expect(text).not.toContain(token);
  await panel.setClipboard('old');
  await page.keyboard.press('Control+C');
  await expect.poll(() => panel.clipboard()).toContain(long);
  await expect(panel.row('echo')).toContainText('running');
  await page.keyboard.press('Control+C');
  await expect(panel.row('echo')).toContainText(/SIGINT|130|ended/);
});

test('hostile output changes neither clipboard nor title, and opens nothing by itself', async ({ launch }) => {
  const { page, app } = await launch();
  const panel = new ProcessPanelPage(page, app);
  const title = await page.title();
  await recordOpened(app);
  await panel.setClipboard('mine');
  const script = [
    'sleep 1',
    'printf "\\033]52;c;ZXZpbA==\\007"',
    'printf "\\033]0;evil title\\007"',
    'printf "\\033]8;;javascript:alert(1)\\007bad link\\033]8;;\\007\\n"',
    'printf "\\033]8;;http://127.0.0.1:9/hidden\\007good link\\033]8;;\\007\\n"',
    'echo http://127.0.0.1:9/plain',
    'sleep 60',
  ].join('; ');
  await panel.start(script);
  await expect(panel.screen).toContainText('http://127.0.0.1:9/plain');
  await expect(panel.root).toContainText('tried to write to the clipboard');
  expect(await panel.clipboard()).toBe('mine');
  expect(await page.title()).toBe(title);

  const rows = panel.screen.locator('> div');
  const click = async (row: number, modifiers: 'Control'[]) => {
    const box = await rows.nth(row).boundingBox();
    if (box === null) throw new Error('no such row');
    await page.mouse.move(box.x + 30, box.y + box.height / 2 + 1);
    await page.waitForTimeout(300);
    for (const key of modifiers) await page.keyboard.down(key);
    await page.mouse.click(box.x + 31, box.y + box.height / 2);
    for (const key of modifiers) await page.keyboard.up(key);
    await page.waitForTimeout(200);
  };
  await click(0, ['Control']);
  await click(1, []);
  await click(2, []);
  expect(await opened(app)).toEqual([]);
  await click(1, ['Control']);
  await click(2, ['Control']);
  expect(await opened(app)).toEqual(['http://127.0.0.1:9/hidden', 'http://127.0.0.1:9/plain']);
});

test('a flood leaves the composer quick, and Ctrl-C ends it at once', async ({ launch }) => {
  const { page, app } = await launch();
  const panel = new ProcessPanelPage(page, app);
  const composer = page.getByRole('textbox', { name: 'Message', exact: true });
  await composer.focus();
  const quiet = ninetyFifth(await echoTimes(page, 40));
  await panel.openMenu('New shell');
  await expect(panel.row('Shell')).toContainText('running');
  await panel.focusTerminal();
  await page.keyboard.type('PS1="prompt:"; clear; yes\n');
  await expect(panel.screen).toContainText('y');
  await page.waitForTimeout(1_000);
  await composer.focus();
  const flooded = ninetyFifth(await echoTimes(page, 40));
  await panel.focusTerminal();
  await watchForPrompt(page);
  await page.keyboard.press('Control+C');
  const promptMs = await page.evaluate(() => Reflect.get(window, 'promptTime') as Promise<number>);
  const facts = `echo p95 ${flooded.toFixed(1)} ms (${quiet.toFixed(1)} ms without), prompt after Ctrl-C ${promptMs.toFixed(0)} ms`;
  process.stdout.write(`flood: ${facts}\n`);
  // Ten times the aim, and never stricter than what the machine does without a flood.
  expect(flooded).toBeLessThan(Math.max(500, quiet * 10));
  expect(promptMs).toBeLessThan(5_000);
});

test('views come and go without a blank one, and leave no terminal, port or context behind', async ({ launch }) => {
  test.setTimeout(180_000);
  const { page, app } = await launch();
  await countResources(page);
  const panel = new ProcessPanelPage(page, app);
  for (let i = 0; i < 5; i++) {
    await panel.start(`echo "view number ${i}"; for i in $(seq 1 9); do echo "text of ${i}"; done; sleep 90`);
    await expect(panel.row(`view number ${i}`)).toContainText('running');
  }
  const pictures = new Map<number, Buffer>();
  for (let round = 0; round < 25; round++) {
    const which = round % 5;
    await panel.row(`view number ${which}`).click();
    await expect(panel.root.getByRole('region', { name: `Terminal of echo "view number ${which}"` })).toBeVisible();
    if (round < 5) await expect.poll(() => panel.wholeText()).toContain(`view number ${which}`);
    else await expect(panel.terminal.locator('.xterm')).toHaveCount(1);
    await page.waitForTimeout(300);
    const picture = await panel.terminal.screenshot();
    // A blank one of this size compresses to very little.
    expect(picture.length).toBeGreaterThan(2_500);
    pictures.set(which, picture);
  }
  expect(pictures.size).toBe(5);
  const left = await page.evaluate(() => ({
    terminals: document.querySelectorAll('.xterm').length,
    ...(Reflect.get(window, 'resources') as () => { contexts: number; ports: number })(),
  }));
  expect(left.terminals).toBe(1);
  expect(left.contexts).toBe(1);
  expect(left.ports).toBe(1);
});

test('a lost graphics context does not leave the terminal blank', async ({ launch }) => {
  const { page, app } = await launch();
  await countResources(page);
  const panel = new ProcessPanelPage(page, app);
  await panel.start('echo still here; sleep 60');
  await expect(panel.terminal.locator('canvas').first()).toBeAttached();
  await expect(panel.screen).toHaveCount(0);
  await page.evaluate(() => {
    for (const canvas of document.querySelectorAll('canvas')) {
      canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
    }
  });
  await expect(panel.screen).toContainText('still here', { timeout: 1_000 });
  await panel.focusTerminal();
  await page.keyboard.type('typed after');
  await expect(panel.screen).toContainText('typed after');
});

test('a box on its way to be hidden does not shrink the terminal of the program', async ({ launch }) => {
  const { page, app } = await launch();
  const panel = new ProcessPanelPage(page, app);
  await panel.start('trap "stty size" WINCH; echo ready; while :; do sleep 0.1; done');
  await expect(panel.screen).toContainText('ready');
  const squeeze = (width: string) =>
    panel.terminal.evaluate((element, given) => {
      element.style.width = given;
      element.style.flex = given === '' ? '' : 'none';
      element.style.height = given === '' ? '' : '300px';
    }, width);
  await page.waitForTimeout(500);
  for (const width of ['300px', '90px', '20px', '0px', '320px', '']) {
    await squeeze(width);
    await page.waitForTimeout(400);
  }
  const sizes = [...(await panel.wholeText()).matchAll(/^(\d+) (\d+)$/gm)].map(([, rows, cols]) => [
    Number(rows),
    Number(cols),
  ]);
  expect(sizes.length).toBeGreaterThan(0);
  expect(sizes.filter(([rows = 0, cols = 0]) => cols < 20 || rows < 2)).toEqual([]);
});

test('what was printed in an earlier run is still there to read', async ({ launch }) => {
  const first = await launch();
  const before = new ProcessPanelPage(first.page, first.app);
  await before.start('echo kept words; exit 3');
  await expect(before.row('kept words')).toContainText('failed with code 3');
  const { home } = first;
  await first.app.close();
  const second = await launch([], home);
  const after = new ProcessPanelPage(second.page, second.app);
  const all = after.root.getByRole('tab', { name: /^All/ });
  await all.click();
  await after.row('kept words').click();
  await expect(after.root.getByRole('region', { name: 'What echo kept' })).toContainText('kept words');
});

async function recordOpened(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ shell }) => {
    const list: string[] = [];
    Reflect.set(globalThis, 'openedLinks', list);
    shell.openExternal = async (url) => {
      list.push(url);
    };
  });
}

async function opened(app: ElectronApplication): Promise<readonly string[]> {
  return app.evaluate(() => Reflect.get(globalThis, 'openedLinks') as string[]);
}

/** Times, in the page, from the next Ctrl-C to the frame that shows the prompt at the end of the screen. */
async function watchForPrompt(page: Page): Promise<void> {
  await page.evaluate(() => {
    const rows = document.querySelector('[data-testid=terminal] .xterm-rows');
    const isShown = () => /prompt:\s*$/.test(rows?.textContent ?? '');
    const time = new Promise<number>((resolve) => {
      const handleKey = (event: KeyboardEvent) => {
        if (event.code !== 'KeyC') return;
        const look = () => {
          if (isShown()) resolve(performance.now() - event.timeStamp);
          else requestAnimationFrame(look);
        };
        look();
      };
      document.addEventListener('keydown', handleKey, { capture: true });
    });
    Reflect.set(window, 'promptTime', time);
  });
}

function ninetyFifth(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
}

/** How long each of many keys takes to be painted in the focused field. */
async function echoTimes(page: Page, count: number): Promise<number[]> {
  await page.evaluate(() => {
    if (Reflect.has(window, 'echoTimes')) {
      (Reflect.get(window, 'echoTimes') as number[]).length = 0;
      return;
    }
    const times: number[] = [];
    Reflect.set(window, 'echoTimes', times);
    let from = 0;
    document.addEventListener(
      'keydown',
      (event) => {
        from = event.timeStamp;
      },
      true,
    );
    document.addEventListener('input', () => {
      requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - from)));
    });
  });
  for (let i = 0; i < count; i++) {
    await page.keyboard.press('a');
    await page.waitForTimeout(30);
  }
  await page.waitForFunction((wanted) => (Reflect.get(window, 'echoTimes') as number[]).length >= wanted, count);
  return page.evaluate(() => [...(Reflect.get(window, 'echoTimes') as number[])]);
}

/** Counts living WebGL contexts and view ports from the next load of the page on, with WebGL chosen by hand. */
async function countResources(page: Page): Promise<void> {
  await page.addInitScript(() => {
    localStorage.setItem('talaria.terminal-renderer', 'webgl');
    const contexts = new Set<WebGL2RenderingContext>();
    const open = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...args: unknown[]) {
      const context = Reflect.apply(open, this, args);
      if (context instanceof WebGL2RenderingContext) contexts.add(context);
      return context;
    } as typeof open;
    let ports = 0;
    const close = MessagePort.prototype.close;
    const seen = new WeakSet<MessagePort>();
    window.addEventListener('message', (event) => {
      for (const port of event.ports) {
        seen.add(port);
        ports += 1;
      }
    });
    MessagePort.prototype.close = function (this: MessagePort) {
      if (seen.delete(this)) ports -= 1;
      close.call(this);
    };
    Reflect.set(window, 'resources', () => ({
      contexts: [...contexts].filter((context) => !context.isContextLost()).length,
      ports,
    }));
  });
  await page.reload();
}
