import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { AppRuns } from './harness/app-run';
import { ModelServers } from './harness/model-server';

const runs = new AppRuns();
const servers = new ModelServers();
afterAll(async () => {
  await runs.clean();
  await servers.clean();
});

const PIECE = 'all work and no play '.repeat(250);
const PIECES = 500;

describe('stdout of the built app', () => {
  it('has everything, also when its reader is slow', async () => {
    const text = PIECE.repeat(PIECES);
    const { run } = await servers.start(runs, [{ text, fragment: PIECE.length }], {
      flags: ['--prompt', 'write a lot', '--exit-when-idle'],
    });
    run.child.stdout?.pause();
    await pause(2_000);
    run.child.stdout?.resume();
    expect(await run.exited, run.stderr).toEqual({ code: 0, signal: null });
    expect(run.stdout.length).toBeGreaterThan(5_000_000);
    expect(
      run
        .all('message.delta')
        .map(({ text: piece }) => piece)
        .join(''),
    ).toBe(text);
    expect(run.all('message.completed').at(-1)?.text).toBe(text);
    expect(run.lines.at(-1)?.type).toBe('idle');
  });

  it('that nobody reads any more does not disturb the work', async () => {
    const { run } = await servers.start(runs, [{ text: 'one' }], { flags: ['--prompt', 'go on', '--exit-when-idle'] });
    run.child.stdout?.destroy();
    expect(await run.exited, run.stderr).toEqual({ code: 0, signal: null });
    expect(run.stderr).toBe('');
  });
});
