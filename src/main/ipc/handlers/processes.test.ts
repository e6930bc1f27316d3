import { existsSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MemoryProcessStore } from '../../../../tests/fakes/memory-process-store';
import { program, RealRegistry } from '../../../../tests/fakes/real-registry';
import { otherSession, ownSession } from '../../../../tests/fakes/registry-bench';
import { processCalls } from '../../../shared/contract/calls/processes';
import type { ProcessId } from '../../../shared/lib/ids';
import type { KillResult } from '../../processes/ports';
import { killWords } from './kill-words';
import { processHandlers } from './processes';

const never = new AbortController().signal;
const SECRET = ['sk-live', 'abcdefghijklmnopqrstuvwx'].join('-');
const mask = (text: string) => text.replaceAll(SECRET, '***');
const context = { senderId: 1 };

let real: RealRegistry;
let views: unknown[];
const open = (change: ConstructorParameters<typeof RealRegistry>[0] = {}) => new RealRegistry({ mask, ...change });
const handlersOf = (of: RealRegistry) =>
  processHandlers({
    registry: of.bench.registry,
    defaultCwd: tmpdir(),
    userHome: homedir(),
    folderOf: (id) => (id === ownSession ? '/usr' : null),
    connectView: (view, senderId) => views.push({ ...view, senderId }),
  });

beforeEach(() => {
  views = [];
  real = open();
});
afterEach(() => real.dispose());

const calls = () => handlersOf(real);
const start = (command: string, change: { pty?: boolean; cwd?: string; sessionId?: typeof ownSession | null } = {}) =>
  calls()['processes.start']({ command, pty: false, sessionId: null, ...change }, context);
async function started(...args: Parameters<typeof start>): Promise<ProcessId> {
  const { processId, message } = await start(...args);
  if (processId === null) throw new Error(message);
  return processId;
}
const ended = (id: ProcessId) => real.bench.registry.wait(id, 20_000, never);
const record = (id: ProcessId) => real.bench.record(id);
const text = async (id: ProcessId) => (await calls()['processes.text']({ processId: id }, context)).text;
const isAlive = (pid: number) => existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 15_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`not in time: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('starting by hand', () => {
  it('runs in the folder of the session, else in the default one, else where the user says', async () => {
    const folders = [
      await started('pwd', { sessionId: ownSession }),
      await started('pwd'),
      await started('pwd', { cwd: '~' }),
    ];
    for (const id of folders) await ended(id);
    expect(await Promise.all(folders.map(text))).toEqual(['/usr\n', `${tmpdir()}\n`, `${homedir()}\n`]);
    expect(record(folders[0] as ProcessId)).toMatchObject({ sessionId: ownSession, turnId: null, background: true });
  });

  it('says when another folder had to do, and when it could not be started at all', async () => {
    expect(await start('true', { cwd: '/tmp/not/there' })).toMatchObject({
      ok: true,
      message: expect.stringMatching(/^Started\. The folder \/tmp\/not\/there does not exist/),
    });
    await expect(start('true', { sessionId: otherSession })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('opens the shell of the user in a terminal when no command is given', async () => {
    const id = await started('  ', { pty: false });
    expect(record(id)).toMatchObject({ command: 'Shell', pty: true, notifyOnComplete: false });
    await real.bench.registry.write(id, 'echo $((40 + 2)) $0; exit 3\r');
    await ended(id);
    expect(await text(id)).toMatch(/42 .*sh$/m);
    expect(record(id)).toMatchObject({ exitCode: 3, endReason: 'exited' });
  });

  it('a shell at its prompt does not wait for anybody, a program that asks does', async () => {
    const shell = await started('');
    await until(async () => (await text(shell)) !== '');
    const asks = await started('printf "Name? "; read name', { pty: true });
    await until(() => record(asks).waitingForInput);
    expect(record(shell).waitingForInput).toBe(false);
  });
});

describe('stopping by hand', () => {
  it('stops the tree and says so; a second time there is nothing to do', async () => {
    const id = await started('sleep 300 & sleep 300');
    expect(await calls()['processes.kill']({ processId: id }, context)).toEqual({ ok: true, message: 'Stopped.' });
    expect(await calls()['processes.kill']({ processId: id }, context)).toEqual({
      ok: true,
      message: 'It had already ended.',
    });
    expect(record(id)).toMatchObject({ endReason: 'killed', exitCode: -15 });
  });

  it('force does not wait for a program that does not listen, nor for a stop that does', async () => {
    await real.dispose();
    real = open({ limits: () => ({ graceMs: 60_000, logMaxBytes: 1_000_000 }) });
    const [first, second] = [await started(program('ignores-term.mjs')), await started(program('ignores-term.mjs'))];
    await until(async () => (await text(first)) !== '' && (await text(second)) !== '');
    const before = performance.now();
    const forced = calls()['processes.kill']({ processId: first, force: true }, context);
    const asked = calls()['processes.kill']({ processId: second }, context);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const hurried = calls()['processes.kill']({ processId: second, force: true }, context);
    for (const outcome of await Promise.all([forced, asked, hurried])) expect(outcome).toMatchObject({ ok: true });
    expect(performance.now() - before).toBeLessThan(30_000);
    expect([first, second].filter((id) => isAlive(record(id).pid ?? 0))).toEqual([]);
  });

  it('a shell ends at once with what runs in it, although it ignores requests to end', async () => {
    await real.dispose();
    real = open({ limits: () => ({ graceMs: 60_000, logMaxBytes: 1_000_000 }) });
    const id = await started('');
    await real.bench.registry.write(id, 'sleep 300 & echo "job $!"; sleep 301\r');
    await until(async () => /^job \d+/m.test(await text(id)));
    const job = Number(/^job (\d+)/m.exec(await text(id))?.[1]);
    const before = performance.now();
    expect(await calls()['processes.kill']({ processId: id }, context)).toEqual({ ok: true, message: 'Stopped.' });
    expect(performance.now() - before).toBeLessThan(30_000);
    expect([record(id).pid ?? 0, job].filter(isAlive)).toEqual([]);
  });

  it.each([
    [[{ pid: 812, name: 'node' }], 'Stopped, but 1 process lives: pid 812 node.'],
    [
      [
        { pid: 812, name: 'node' },
        { pid: 813, name: 'sh' },
      ],
      'Stopped, but 2 processes live: pid 812 node, pid 813 sh.',
    ],
    [[{ pid: 100, name: 'node' }], 'Not stopped: 1 process lives: pid 100 node.'],
  ])('names survivors: %j', (survivors, message) => {
    const result = { status: 'error', message: 'x', survivors, record: { pid: 100 } } as unknown as KillResult;
    expect(killWords(result)).toEqual({ ok: false, message });
  });
});

describe('restarting', () => {
  it('runs the same again: command with its secret, folder, terminal, session', async () => {
    const result = await real.bench.run({
      command: `echo ${SECRET.length} "${SECRET}" > out.txt; cat out.txt; rm out.txt; test -t 1 && echo tty; sleep 300`,
      cwd: real.bench.logFolder,
      pty: true,
      notifyOnComplete: true,
      watchPatterns: ['x'],
    });
    const again = await calls()['processes.restart']({ processId: result.id }, context);
    expect(again).toMatchObject({ ok: true, message: 'Started again.' });
    const id = again.processId as ProcessId;
    expect(record(result.id)).toMatchObject({ state: 'ended', endReason: 'killed' });
    expect(record(id)).toMatchObject({
      state: 'running',
      cwd: real.bench.logFolder,
      pty: true,
      sessionId: result.sessionId,
      notifyOnComplete: false,
      watchPatterns: [],
    });
    await until(async () => (await text(id)).includes('tty'));
    expect(await text(id)).toContain(`${SECRET.length} ${SECRET}`);
  });

  it('of an earlier run works, unless its command held a secret', async () => {
    const store = new MemoryProcessStore();
    const saveProcess = store.saveProcess.bind(store);
    store.saveProcess = (kept, owner) => saveProcess({ ...kept, command: mask(kept.command) }, owner);
    await real.dispose();
    real = open({ store });
    const plain = await real.bench.run({ command: 'echo plain' });
    const secret = await real.bench.run({ command: `echo ${SECRET}` });
    await ended(plain.id);
    await ended(secret.id);
    real.abandon();
    real = open({ store });
    await real.bench.registry.recover();
    expect(await calls()['processes.restart']({ processId: secret.id }, context)).toMatchObject({
      ok: false,
      message: 'Its command held a secret that was not kept.',
    });
    const again = await calls()['processes.restart']({ processId: plain.id }, context);
    await ended(again.processId as ProcessId);
    expect(await text(again.processId as ProcessId)).toBe('plain\n');
  });
});

describe('looking at processes', () => {
  it('lists newest first, every answer fits its contract', async () => {
    const ids = [await started('sleep 300'), await started('sleep 300'), await started('sleep 300')];
    const list = processCalls['processes.list'].output.parse(await calls()['processes.list']({}, context));
    expect(new Set(list.map(({ id }) => id))).toEqual(new Set(ids));
    expect(list.map(({ startedAt }) => startedAt)).toEqual(
      list.map(({ startedAt }) => startedAt).sort((a, b) => b - a),
    );
  });

  it('facts are those of what runs', async () => {
    expect(await calls()['processes.facts']({}, context)).toEqual([]);
    const id = await started('sleep 300');
    await ended(await started('true'));
    const facts = processCalls['processes.facts'].output.parse(await calls()['processes.facts']({}, context));
    expect(facts.map(({ processId }) => processId)).toEqual([id]);
  });

  it('clearing forgets what has ended, of one session or of all, and tells the page', async () => {
    const [mine, other, running] = [
      await started('true', { sessionId: ownSession }),
      await started('echo kept'),
      await started('sleep 300'),
    ];
    await ended(mine);
    await ended(other);
    const told: string[] = [];
    const listening = real.bench.registry.onChanged(({ id }) => told.push(id));
    await calls()['processes.clearFinished']({ sessionId: ownSession }, context);
    expect(real.bench.registry.list().map(({ id }) => id)).toEqual(expect.arrayContaining([other, running]));
    expect(real.bench.registry.get(mine)).toBeNull();
    expect(told).toContain(mine);
    await calls()['processes.clearFinished']({}, context);
    expect(real.bench.registry.list().map(({ id }) => id)).toEqual([running]);
    listening.dispose();
    expect(await calls()['processes.text']({ processId: other }, context)).toEqual({ text: 'kept\n', isWhole: true });
  });

  it('the text of an ended one is stripped, and says when it is not whole', async () => {
    const colour = await started("printf '\\033[31mred\\033[0m\\n'");
    const long = await started('head -c 300000 /dev/zero | tr "\\0" "a" | fold -w 99');
    await ended(colour);
    await ended(long);
    expect(await calls()['processes.text']({ processId: colour }, context)).toEqual({ text: 'red\n', isWhole: true });
    expect(await calls()['processes.text']({ processId: long }, context)).toMatchObject({ isWhole: false });
    await expect(
      calls()['processes.text']({ processId: 'proc_000000000000' as ProcessId }, context),
    ).rejects.toMatchObject({ code: 'PROCESS_NOT_FOUND' });
  });

  it('hands a view to whoever connects pages', async () => {
    const id = await started('sleep 300');
    await calls()['processes.view']({ processId: id, viewId: 'v1' }, context);
    expect(views).toEqual([{ processId: id, viewId: 'v1', senderId: 1 }]);
  });
});
