import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { bundleModule } from '../../../tests/fakes/bundled-module';
import { type ChildProgram, startProgram } from '../../../tests/fakes/child-program';
import { FakeClock } from '../../../tests/fakes/fake-clock';
import { temporaryFolder } from '../../../tests/fakes/temporary-folder';
import { openHome } from './home';
import { type ProcessTable, systemProcessTable } from './home-process';
import { randomHex } from './random-hex';

const NOBODY = 4_000_000;
const clock = new FakeClock(Date.now());

function open(folder: string, processes: ProcessTable = systemProcessTable) {
  return openHome({ folder, platform: process.platform, pid: process.pid, processes, clock, randomHex });
}

function writeOwner(folder: string, owner: Record<string, unknown>): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'owner.json'), JSON.stringify(owner));
}

const mode = (path: string) => statSync(path).mode & 0o777;

describe('opening a home', () => {
  it('makes private folders and a lock that its release removes', async () => {
    const folder = join(temporaryFolder(), 'deep', 'home');
    const home = await open(folder);
    expect([folder, home.paths.logs, home.paths.processLogs, home.paths.electron].map(mode)).toEqual(
      Array(4).fill(0o700),
    );
    expect(mode(home.paths.owner)).toBe(0o600);
    expect(JSON.parse(readFileSync(home.paths.owner, 'utf8'))).toMatchObject({
      pid: process.pid,
      token: home.owner.token,
    });
    await home.release();
    expect(readdirSync(folder).sort()).toEqual(['electron', 'logs', 'process-logs']);
  });

  it('makes an existing home private, but leaves the mode of a folder that holds other things', async () => {
    const [ours, theirs] = [temporaryFolder(), temporaryFolder()];
    writeFileSync(join(theirs, 'letter.txt'), '');
    for (const folder of [ours, theirs]) {
      chmodSync(folder, 0o755);
      await (await open(folder)).release();
    }
    expect([mode(ours), mode(theirs)]).toEqual([0o700, 0o755]);
  });

  it('is refused while it is held, and the holder is named', async () => {
    const folder = temporaryFolder();
    const home = await open(folder);
    await expect(open(folder)).rejects.toMatchObject({ code: 'HOME_IN_USE', details: { pid: process.pid } });
    await expect(open(folder)).rejects.toThrow(`process ${process.pid}`);
    await home.release();
    await (await open(folder)).release();
  });

  it('says why a home cannot be used', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    await expect(open(join(file, 'home'))).rejects.toMatchObject({ code: 'HOME_UNUSABLE' });
    await expect(open(join(file, 'home'))).rejects.toThrow('a file is where a folder should be');
    await expect(open(file)).rejects.toMatchObject({ code: 'HOME_UNUSABLE' });
  });
});

describe('a lock that was left behind', () => {
  const now = clock.now();
  const alive: ProcessTable = { isAlive: () => true, startTime: () => '100', bootTime: () => now - 3_600_000 };

  it.each([
    ['a dead pid', { pid: NOBODY, startTime: '5', token: 'a', takenAt: now }, systemProcessTable],
    ['a pid that somebody else has now', { pid: process.pid, startTime: '99', token: 'a', takenAt: now }, alive],
    ['a time before the machine was started', { pid: 1, startTime: null, token: 'a', takenAt: now - 7_200_000 }, alive],
    ['no owner in it', { hello: 'world' }, alive],
    [
      'a token that would lead elsewhere',
      { pid: NOBODY, startTime: '5', token: '../../x', takenAt: now },
      systemProcessTable,
    ],
  ])('with %s is taken over', async (_name, owner, processes) => {
    const folder = temporaryFolder();
    writeOwner(folder, owner);
    const home = await open(folder, processes);
    expect(JSON.parse(readFileSync(home.paths.owner, 'utf8')).token).toBe(home.owner.token);
    expect(readdirSync(folder).filter((name) => name.startsWith('owner'))).toEqual(['owner.json']);
    await home.release();
  });

  it.each([
    ['its start time cannot be read', { ...alive, startTime: () => null }],
    ['its start time is the same', alive],
  ])('counts as held when the pid lives and %s', async (_name, processes) => {
    const folder = temporaryFolder();
    writeOwner(folder, { pid: 77, startTime: '100', token: 'a', takenAt: now });
    await expect(open(folder, processes)).rejects.toMatchObject({ code: 'HOME_IN_USE', details: { pid: 77 } });
  });

  it.runIf(process.platform === 'linux')('is taken over from a holder that ended and was not reaped', async () => {
    // The shell starts a child, becomes another program before that ends, which never looks after it, and tells its pid.
    const program = spawn('/bin/sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 30'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void program.kill('SIGKILL'));
    const pid = Number(await new Promise((resolve) => program.stdout?.once('data', resolve)));
    const startTime = systemProcessTable.startTime(pid);
    await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');
    const folder = temporaryFolder();
    writeOwner(folder, { pid, startTime, token: 'a', takenAt: now });
    await (await open(folder)).release();
  });

  it('is taken over even when an earlier take-over died half way', async () => {
    const folder = temporaryFolder();
    writeOwner(folder, { pid: NOBODY, startTime: '5', token: 'first', takenAt: now });
    writeFileSync(
      join(folder, 'owner.json.takeover-first'),
      JSON.stringify({ pid: NOBODY, startTime: '6', token: 'second', takenAt: now }),
    );
    const home = await open(folder);
    expect(readdirSync(folder).filter((name) => name.startsWith('owner'))).toEqual(['owner.json']);
    await home.release();
  });
});

describe('several real processes at once', () => {
  let bundles = '';
  let modules: string[] = [];
  beforeAll(async () => {
    mkdirSync('node_modules/.cache', { recursive: true });
    bundles = mkdtempSync(join(process.cwd(), 'node_modules/.cache/home-test-'));
    modules = [
      await bundleModule('src/main/lib/home.ts', bundles),
      await bundleModule('src/main/lib/home-process.ts', bundles),
    ];
  });
  afterAll(() => rmSync(bundles, { recursive: true, force: true }));

  async function race(folder: string): Promise<string[]> {
    const programs = Array.from({ length: 4 }, () =>
      startProgram('tests/fixtures/programs/home-taker.mjs', [...modules, folder]),
    );
    await Promise.all(programs.map((program) => untilOutput(program, /ready\n/)));
    for (const program of programs) program.child.stdin?.write('go\n');
    await Promise.all(programs.map((program) => untilOutput(program, /(won|lost).*\n/)));
    for (const program of programs) program.child.stdin?.end();
    await Promise.all(programs.map((program) => program.ended));
    return programs.map((program) => program.output().replace('ready\n', '').trim());
  }

  it.each(['free', 'left behind by a dead process'])('exactly one gets a home that is %s', async (state) => {
    for (let round = 0; round < 5; round++) {
      const folder = temporaryFolder();
      if (state !== 'free') writeOwner(folder, { pid: NOBODY, startTime: '5', token: 'dead', takenAt: Date.now() });
      const results = await race(folder);
      const winner = results.filter((line) => line.startsWith('won'));
      expect(winner).toHaveLength(1);
      const pid = winner[0]?.split(' ')[1];
      expect(results.filter((line) => line === `lost HOME_IN_USE ${pid}`)).toHaveLength(3);
      // The winner ended without a release: its lock is stale now, and the next start gets it.
      expect(existsSync(join(folder, 'owner.json'))).toBe(true);
      await (await open(folder)).release();
    }
  });
});

async function untilOutput(program: ChildProgram, pattern: RegExp): Promise<void> {
  while (!pattern.test(program.output())) {
    await Promise.race([new Promise((resolve) => program.child.stdout?.once('data', resolve)), program.ended]);
    if (program.child.exitCode !== null) throw new Error(`the program ended early: ${program.output()}`);
  }
}
