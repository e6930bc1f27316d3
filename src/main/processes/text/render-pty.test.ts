import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../tests/fakes/fake-clock';
import { systemClock } from '../../lib/system-clock';
import { PtyRenderer } from './render-pty';

const size = { cols: 120, rows: 30 };
const workerUrl = new URL('./render-worker.ts', import.meta.url);

describe('PtyRenderer', () => {
  let renderer: PtyRenderer;
  let launches = 0;
  const create = (clock = systemClock) => {
    launches = 0;
    renderer = new PtyRenderer(clock, () => {
      launches += 1;
      return new Worker(workerUrl);
    });
    return renderer;
  };
  afterEach(() => renderer.dispose());

  it('draws a progress bar of 10,000 redraws as one line, without blocking', async () => {
    const bar = Array.from({ length: 10_000 }, (_, i) => `\u001b[2K\u001b[1Gdone ${i + 1} of 10000`).join('');
    expect(await create().render(`start\r\n${bar}\r\nend\r\n`, size)).toBe('start\ndone 10000 of 10000\nend');
  });

  it('draws what cursor movements leave on the screen', async () => {
    const text = 'a: waiting\r\nb: waiting\r\n\u001b[2A\u001b[2Ka: done\r\n\u001b[2Kb: done\r\n';
    expect(await create().render(text, size)).toBe('a: done\nb: done');
  });

  it('joins lines that only the width of the terminal broke', async () => {
    const long = `${'x'.repeat(130)} ${'y'.repeat(130)}`;
    expect(await create().render(`${long}\r\nnext\r\n`, size)).toBe(`${long}\nnext`);
  });

  it('keeps text before the oldest drawn line, stripped', async () => {
    const lines = Array.from({ length: 30_000 }, (_, i) => `\u001b[32m${i}\u001b[0m\r\n`).join('');
    const drawn = (await create().render(lines, size)).split('\n');
    expect(drawn).toHaveLength(30_000);
    expect(drawn[0]).toBe('0');
    expect(drawn[29_999]).toBe('29999');
  });

  it('shows what a full-screen program shows, after the lines before it', async () => {
    expect(await create().render('before\r\n\u001b[?1049h\u001b[Hmenu', size)).toBe('before\nmenu');
  });

  it('uses one worker for many requests and ends it when idle', async () => {
    const clock = new FakeClock();
    create(clock);
    expect(await Promise.all([renderer.render('a', size), renderer.render('b', size)])).toEqual(['a', 'b']);
    expect(launches).toBe(1);
    await clock.advance(30_000);
    expect(clock.timerCount).toBe(0);
    expect(await renderer.render('c', size)).toBe('c');
    expect(launches).toBe(2);
  });

  it('strips instead when the worker cannot run', async () => {
    renderer = new PtyRenderer(systemClock, () => new Worker('process.exit(3)', { eval: true }));
    expect(await renderer.render('\u001b[1mold\rnew', size)).toBe('new');
  });
});
