import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { type AppRun, AppRuns } from './harness/app-run';
import { readHome } from './harness/home-store';
import { Traces } from './harness/traces';

const runs = new AppRuns();
afterAll(() => runs.clean());

const NOBODY = 4_000_000;

async function startIn(home: string): Promise<AppRun> {
  const traces = new Traces();
  onTestFinished(() => traces.killAll());
  return runs.start({ home, env: traces.env, flags: ['--exit-when-idle', '--prompt', 'run "echo hello again"'] });
}

async function expectWork(run: AppRun): Promise<void> {
  expect(await run.exited).toEqual({ code: 0, signal: null });
  expect(run.all('message.completed').some(({ text }) => String(text).includes('hello again'))).toBe(true);
}

describe('a start after an end that was no end', () => {
  it('takes over the locks of a dead run, also when its number belongs to somebody else now', async () => {
    const home = await runs.folder();
    mkdirSync(join(home, 'electron'), { recursive: true });
    // This test is alive under the number that the lock names, and is no Talaria.
    const owner = { pid: process.pid, startTime: '1', token: 'stale', takenAt: Date.now() };
    writeFileSync(join(home, 'owner.json'), JSON.stringify(owner));
    symlinkSync(`${hostname()}-${NOBODY}`, join(home, 'electron', 'SingletonLock'));
    symlinkSync('/tmp/no-such-socket', join(home, 'electron', 'SingletonSocket'));
    symlinkSync('0', join(home, 'electron', 'SingletonCookie'));
    await expectWork(await startIn(home));
    expect(existsSync(join(home, 'owner.json')), 'and leaves none of its own').toBe(false);
  });

  it('takes over a lock of Electron whose number belongs to somebody else now', async () => {
    const home = await runs.folder();
    mkdirSync(join(home, 'electron'), { recursive: true });
    symlinkSync(`${hostname()}-${process.pid}`, join(home, 'electron', 'SingletonLock'));
    await expectWork(await startIn(home));
  });

  it.each([
    ['an owner.json that was cut off', 'owner.json', '{"pid": 12'],
    ['an empty owner.json', 'owner.json', ''],
  ])('with %s works', async (_name, file, text) => {
    const home = await runs.folder();
    writeFileSync(join(home, file), text);
    await expectWork(await startIn(home));
  });

  it('with half a settings.json says so, works with the defaults, and keeps the file', async () => {
    const home = await runs.folder();
    const half = '{ "processes": { "killGraceSec';
    writeFileSync(join(home, 'settings.json'), half);
    const run = await startIn(home);
    await expectWork(run);
    const [kept] = readdirSync(home).filter((name) => name.startsWith('settings.json.corrupt-'));
    expect(run.stderr).toContain(`It was kept as ${kept}`);
    expect(readFileSync(join(home, String(kept)), 'utf8')).toBe(half);
  });

  it('with a setting that does not fit names it and uses the rest', async () => {
    const home = await runs.folder();
    writeFileSync(join(home, 'settings.json'), '{ "processes": { "killGraceSeconds": "soon" } }');
    const run = await startIn(home);
    await expectWork(run);
    expect(run.stderr).toContain('processes.killGraceSeconds');
  });

  it('with a database that was cut off says where it is kept, and starts a new one', async () => {
    const home = await runs.folder();
    await expectWork(await startIn(home));
    const database = join(home, 'talaria.db');
    const whole = join(home, 'whole.db');
    copyFileSync(database, whole);
    truncateSync(database, 20_000);
    // A crash leaves the mark of an open database, by which the next start knows to look closely.
    const run = await startIn(home);
    await expectWork(run);
    const kept = readdirSync(home).filter((name) => name.startsWith('talaria.db.corrupt-'));
    expect(kept).toHaveLength(1);
    expect(run.stderr).toContain(kept[0]);
    expect(readFileSync(join(home, String(kept[0])))).toEqual(readFileSync(whole).subarray(0, 20_000));
    expect(readHome(home).integrity).toBe('ok');
  });
});
