import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { AppRuns } from './harness/app-run';

const runs = new AppRuns();
afterAll(() => runs.clean());

describe('the home of the built app', () => {
  it('that cannot be used ends with 3 and a reason in words', async () => {
    const file = join(await runs.folder(), 'file');
    await writeFile(file, '');
    const run = await runs.start({ home: join(file, 'home'), flags: ['--exit-when-idle'] });
    expect(await run.exited, run.story()).toEqual({ code: 3, signal: null });
    expect(run.stdout).toBe('');
    expect(run.stderr).toMatch(/^talaria: The home .+ cannot be used: a file is where a folder should be\..+\n$/);
  });

  it('in use: without a window 3 and the pid; with one, the first takes the message', async () => {
    const first = await runs.start({ flags: [] });
    await first.line('idle');
    const windowless = await runs.start({ home: first.home, flags: ['--prompt', 'run "echo never"'] });
    expect(await windowless.exited, windowless.story()).toEqual({ code: 3, signal: null });
    expect(windowless.stdout).toBe('');
    expect(windowless.stderr).toMatch(/^talaria: .+\n$/);
    expect(windowless.stderr).toContain(`(process ${first.child.pid})`);

    const windowed = await runs.startRaw({ home: first.home, flags: ['--prompt', 'run "pwd; echo over"'] });
    expect(await windowed.exited, windowed.story()).toEqual({ code: 0, signal: null });
    await first.line('turn.completed');
    expect(first.all('session.started')).toMatchObject([{ cwd: windowed.cwd }]);
    expect(first.all('tool.completed')[0]?.result).toMatchObject({ output: `${windowed.cwd}\nover\n` });
    expect(JSON.stringify(first.lines)).not.toContain('never');
    first.child.kill('SIGTERM');
    expect(await first.exited).toEqual({ code: 143, signal: null });
  });
});
