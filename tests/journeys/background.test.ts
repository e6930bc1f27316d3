import { afterAll, describe, expect, it } from 'vitest';
import { AppRuns } from './harness/app-run';

const runs = new AppRuns();
afterAll(() => runs.clean());

const PROMPT =
  'start "for i in 1 2 3; do echo tick $i; sleep 1; done" in the background, watch for "tick 2" and tell me when it is done';

describe('a background process from the command line', () => {
  it('is started, watched and reported, in the order of the contract', async () => {
    const run = await runs.start({ flags: ['--exit-when-idle', '--prompt', PROMPT] });
    expect(await run.exited).toEqual({ code: 0, signal: null });
    expect(run.strangers).toEqual([]);

    const types: readonly string[] = run.lines.map((line) => line.type);
    const at = (type: string, from = 0) => types.indexOf(type, from);
    expect(at('session.started')).toBe(0);
    expect(at('turn.started')).toBeLessThan(at('tool.started'));
    expect(at('tool.started')).toBeLessThan(at('process.started'));
    expect(at('process.started')).toBeLessThan(at('tool.completed'));
    expect(at('tool.completed')).toBeLessThan(types.indexOf('message.completed', at('tool.completed')));
    expect(types.at(-1)).toBe('idle');
    expect(types.filter((type) => type === 'idle')).toHaveLength(1);

    expect(run.all('tool.started')).toMatchObject([{ name: 'terminal' }]);
    expect(run.all('process.watch_match')).toMatchObject([{ pattern: 'tick 2', output: 'tick 2', suppressed: 0 }]);
    const [exit] = run.all('process.exited');
    expect(exit).toMatchObject({ exitCode: 0, reason: 'exited', signal: null });
    expect(String(exit?.tail).trimEnd()).toMatch(/tick 3$/);

    const turnOfEnd = run.lines.findIndex((line, i) => line.type === 'turn.started' && i > at('process.exited'));
    expect(run.lines[turnOfEnd]).toMatchObject({ trigger: 'event' });
    const report = run.lines.find(
      (line, i) => i > turnOfEnd && line.type === 'message.completed' && line.role === 'assistant',
    );
    expect(report?.text).toContain('tick 3');
  });

  it('is stopped on exit when nobody waits for it, and the exit code stays 0', async () => {
    const run = await runs.start({ flags: ['--exit-when-idle', '--prompt', 'start "sleep 300" in the background'] });
    expect(await run.exited).toEqual({ code: 0, signal: null });
    const [started] = run.all('process.started');
    expect(run.all('process.exited')).toMatchObject([{ reason: 'app-quit', exitCode: -15 }]);
    expect(() => process.kill(Number(started?.pid), 0)).toThrow();
  });
});
