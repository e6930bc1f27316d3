import type { ProcessId } from '../../../shared/lib/ids';
import type { ProcessRecord } from '../../../shared/schemas/process';
import type { ToolContext } from '../../agent/ports';
import type { Approvals } from '../../approvals/ports';
import type { Denial } from '../denial';
import { programOf } from '../terminal/program-of';
import { simpleCommands } from '../terminal/shell-words';

/** Programs that run what is typed into them as shell commands. */
const SHELLS = new Set('sh bash dash zsh ksh mksh ash fish csh tcsh busybox ssh su screen tmux script'.split(' '));
/** Programs that run what is typed into them as code, and the option by which they take code as an argument. */
const INTERPRETERS: Readonly<Record<string, string>> = {
  python: '-c',
  ipython: '-c',
  node: '-e',
  deno: '-e',
  bun: '-e',
  ruby: '-e',
  irb: '-e',
  perl: '-e',
  php: '-r',
  lua: '-e',
  psql: '-c',
  mysql: '-e',
  sqlite3: '-c',
  pwsh: '-Command',
  powershell: '-Command',
};

/** Their operands are no scripts: users, hosts, databases. */
const ALWAYS_READING = new Set('su screen tmux script psql mysql sqlite3'.split(' '));

/** Keys that only interrupt or end: Ctrl-C, Ctrl-D, Ctrl-Z. */
const ENDING_KEYS = /^[\x03\x04\x1a]+$/;
const KEPT_CHARS = 4_096;

/**
 * What the agent types into a shell or an interpreter is judged like a command of its own (decision 4): else any
 * floor could be walked around by starting `bash` first. A line that comes in pieces is judged as it stands so far.
 */
export class InputGate {
  private readonly _openLines = new Map<ProcessId, string>();

  constructor(private readonly _approvals: Approvals) {}

  /** Null when the data may be sent. */
  async check(record: ProcessRecord, data: string, context: ToolContext): Promise<Denial | null> {
    const program = record.state === 'ended' ? null : readerOf(record.command);
    if (program === null) return null;
    const open = this._openLines.get(record.id) ?? '';
    if (ENDING_KEYS.test(data)) {
      this._openLines.delete(record.id);
      return null;
    }
    const text = open + data;
    if (text.trim() !== '') {
      const leave = await this._approvals.check({
        sessionId: context.sessionId,
        turnId: context.turnId,
        command: asCommand(program, text),
        cwd: record.cwd,
        folder: context.cwd,
        signal: context.signal,
      });
      if (!leave.approved) return leave;
    }
    this._keep(record.id, text.slice(text.lastIndexOf('\n') + 1));
    return null;
  }

  private _keep(id: ProcessId, openLine: string): void {
    if (openLine === '') this._openLines.delete(id);
    else this._openLines.set(id, openLine.slice(-KEPT_CHARS));
  }
}

/**
 * The shell or interpreter that reads what is typed into a command; null where none does. One that was given a script
 * reads data, not commands. An empty command is the user's shell.
 */
export function readerOf(command: string): string | null {
  if (command.trim() === '' || command === 'Shell') return 'sh';
  for (const { words } of simpleCommands(command)) {
    const program = programOf(words);
    const reader = program === null ? null : readerAmong(program.name, program.args);
    if (reader !== null) return reader;
  }
  return null;
}

function readerAmong(name: string, args: readonly string[]): string | null {
  const known = [name, name.replace(/[\d.]+$/, '')].find(
    (candidate) => SHELLS.has(candidate) || Object.hasOwn(INTERPRETERS, candidate),
  );
  if (known === undefined) return null;
  if (ALWAYS_READING.has(known) || args.some((arg) => /^-\w*[is]/.test(arg))) return known;
  const script = args.findIndex((arg) => /^-\w*c$/.test(arg));
  if (SHELLS.has(known) && script !== -1) return readerOf(args[script + 1] ?? 'Shell');
  const operands = args.filter((arg) => !arg.startsWith('-')).length;
  return operands <= (known === 'ssh' ? 1 : 0) ? known : null;
}

function asCommand(program: string, text: string): string {
  const option = Object.hasOwn(INTERPRETERS, program) ? INTERPRETERS[program] : undefined;
  if (option === undefined) return text.trimEnd();
  return `${program} ${option} '${text.trimEnd().replaceAll("'", String.raw`'\''`)}'`;
}
