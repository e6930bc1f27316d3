import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { AppRun, AppRuns, Line } from './app-run';
import { type HomeContent, readHome } from './home-store';
import type { Traces } from './traces';

/** A kill comes this long after the start, the first turn or the first process, at the latest. */
const LATEST_KILL_MS = 2_500;

/** Numbers from 0 to 1 that a seed decides: mulberry32, by Tommy Ettinger, in the public domain. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const COMMANDS = [
  'sleep 1; echo done',
  'sleep 4',
  'echo at once',
  'for i in 1 2 3 4 5 6 7 8 9; do echo tick $i; sleep 0.1; done',
  'while :; do echo still; sleep 0.05; done',
  'exit 3',
];
/** Nobody waits for its end, or the life of the home would never come to rest. */
const FOR_LONG = 'start "sleep 300" in the background';
const HOW = [
  'in the background',
  'in the background and tell me when it is done',
  'in the background and tell me when it is done',
  'in a terminal in the background and tell me when it is done',
  'in the background and watch for "tick 4"',
];

/** One to four acts for the built-in operator. */
function work(random: () => number): string {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const acts = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
    const dice = random();
    if (dice < 0.1) return FOR_LONG;
    if (dice < 0.2) return `run "echo now; sleep ${random().toFixed(1)}"`;
    if (dice < 0.3)
      return `start "sleep 0.${Math.floor(random() * 9)}" in the background and tell me when it is done then wait for it`;
    return `start "${pick(COMMANDS)}" ${pick(HOW)}`;
  });
  return acts.join(' then ');
}

/** What one home was told to do and what it acknowledged, over all runs that were killed on it. */
export class RandomLife {
  readonly acknowledged: { readonly messageId: string; readonly role: string; readonly text: string }[] = [];
  readonly ends = new Map<string, number>();
  /** How far the runs had come: for the report of a soak. */
  readonly reached = { nothing: 0, turn: 0, process: 0, idle: 0 };

  constructor(
    private readonly _runs: AppRuns,
    private readonly _traces: Traces,
    readonly home: string,
    private readonly _random: () => number,
  ) {}

  /** Starts, works, and is killed at a random moment. Returns what it found wrong on disk right then. */
  async round(): Promise<readonly string[]> {
    const run = await this._start(['--prompt', work(this._random)]);
    const killed = this._killSomeTime(run);
    const { code, signal } = await run.exited;
    await killed;
    this._remember(run);
    const problems = signal === 'SIGKILL' ? [] : [`it ended by itself with ${code ?? signal}: ${run.stderr}`];
    return [...problems, ...filesOf(this.home)];
  }

  /** A last start without work, until everything is told; then an orderly end. */
  async settle(): Promise<{ readonly resting: HomeContent; readonly ended: HomeContent; readonly run: AppRun }> {
    const run = await this._start([]);
    await run.line('idle', () => true, 60_000);
    await pause(300);
    const resting = readHome(this.home);
    run.child.kill('SIGTERM');
    await run.exited;
    this._remember(run);
    return { resting, ended: readHome(this.home), run };
  }

  /** Counted from three points, so that a slow machine gets to its work, too. */
  private async _killSomeTime(run: AppRun): Promise<void> {
    const afterMs = this._random() * LATEST_KILL_MS;
    const point = [null, 'turn.started', 'process.started'][Math.floor(this._random() * 3)];
    if (point) await run.line(point).catch(() => undefined);
    await pause(afterMs);
    run.child.kill('SIGKILL');
  }

  private _start(flags: readonly string[]): Promise<AppRun> {
    return this._runs.start({ home: this.home, env: this._traces.env, flags: ['--approvals', 'allow', ...flags] });
  }

  private _remember(run: AppRun): void {
    for (const line of run.all('message.completed')) {
      this.acknowledged.push({ messageId: String(line.messageId), role: String(line.role), text: String(line.text) });
    }
    for (const { processId } of run.all('process.exited')) {
      this.ends.set(String(processId), (this.ends.get(String(processId)) ?? 0) + 1);
    }
    this.reached[farthest(run.lines)] += 1;
  }
}

function farthest(lines: readonly Line[]): keyof RandomLife['reached'] {
  const has = (type: string) => lines.some((line) => line.type === type);
  if (has('idle')) return 'idle';
  if (has('process.started')) return 'process';
  return has('turn.started') ? 'turn' : 'nothing';
}

/** Files that are no JSON although they should be, and a database that is not whole. */
function filesOf(home: string): readonly string[] {
  const problems: string[] = [];
  for (const name of ['settings.json', 'owner.json']) {
    const text = readIfThere(join(home, name));
    if (text !== null && !isJson(text)) problems.push(`${name} is no JSON: ${text.slice(0, 80)}`);
  }
  if (readIfThere(join(home, 'talaria.db')) !== null) problems.push(...integrityOf(home));
  return problems;
}

function integrityOf(home: string): readonly string[] {
  try {
    const { integrity } = readHome(home);
    return integrity === 'ok' ? [] : [integrity];
  } catch (error) {
    // Killed before the first tables were made: there is nothing yet that could be lost.
    return String(error).includes('no such table') ? [] : [String(error)];
  }
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // It was not made yet.
    return null;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What must hold of a home after any number of kills, as sentences about what does not. */
export function brokenPromises(life: RandomLife, { resting, ended }: { resting: HomeContent; ended: HomeContent }) {
  const problems: string[] = [];
  const messages = new Map(ended.messages.map((message) => [message.id, message]));
  for (const { messageId, role, text } of life.acknowledged) {
    const stored = messages.get(messageId);
    if (stored === undefined) problems.push(`invariant I8: ${role} message ${messageId} is lost: ${text}`);
    else if (stored.role !== role) problems.push(`message ${messageId} has become ${stored.role}`);
  }
  for (const turn of ended.turns) if (turn.state === 'running') problems.push(`turn ${turn.id} still runs`);
  for (const record of resting.processes) {
    if (record.state === 'ended' || record.detached) continue;
    problems.push(`process ${record.id} is ${record.state} and not detached, though nothing was started`);
  }
  for (const record of resting.processes) {
    if (record.state === 'ended' || isAlive(record.pid)) continue;
    problems.push(`process ${record.id} is shown as running and does not live`);
  }
  for (const record of ended.processes) problems.push(...brokenEnd(life, ended, record));
  return problems;
}

function brokenEnd(life: RandomLife, content: HomeContent, record: HomeContent['processes'][number]): string[] {
  const problems: string[] = [];
  const receipts = content.receipts.filter((receipt) => receipt.process_id === record.id);
  const told = life.ends.get(record.id) ?? 0;
  if (record.state !== 'ended' || record.endReason === null) problems.push(`process ${record.id} has no end`);
  if (receipts.length !== 1) problems.push(`process ${record.id} has ${receipts.length} receipts`);
  if (told > 1) problems.push(`invariant I2: the end of ${record.id} was told ${told} times`);
  if (!record.notifyOnComplete || record.endReason === 'failed-start') return problems;
  const completions = content.events.filter((event) => event.process_id === record.id && event.type === 'completion');
  const mentions = content.messages.filter(({ role, text }) => role === 'event' && text.includes(record.id));
  const [completion] = completions;
  if (completions.length !== 1) problems.push(`invariant I4: ${record.id} has ${completions.length} completions`);
  // One that quitting made is for the next start; one that its session has read is not told again.
  const expected = completion?.state === 'delivered' ? 1 : 0;
  if (completion?.state === 'queued' && record.endReason !== 'app-quit') problems.push(`${record.id} was never told`);
  if (mentions.length !== expected) {
    problems.push(`invariant I4: ${record.id} (${completion?.state}) is told in ${mentions.length} messages`);
  }
  return problems;
}

function isAlive(pid: number | null): boolean {
  if (pid === null) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
