import type { Worker } from 'node:worker_threads';
import type { Clock } from '../../shared/lib/clock';
import { Owner, toDisposable } from '../../shared/lib/lifecycle';
import type { CommandParser, ParseResult } from '../approvals/ports';
import { ParserThread } from './parser-thread';
import type { ParserFiles } from './protocol';

/** Decision 11: a command longer than this asks. Also what keeps the grammar's worst inputs near the time limit. */
export const MAX_COMMAND_CHARS = 4_096;
export const PARSE_LIMIT_MS = 50;
/** A command this short never needs the limit: when it runs out, the machine was busy, and one more try is fair. */
const RETRY_BELOW_CHARS = 512;

export interface CommandParserOptions {
  /** Starts the worker file with `files` as its workerData; the file differs between the app's bundle and tests. */
  launch(files: ParserFiles): Worker;
  readonly files: ParserFiles;
  readonly clock: Clock;
  /** Milliseconds that one parse may take; 50 unless told. */
  readonly limitMs?: number;
}

/**
 * Parses shell commands in a worker thread that is started with the first command. Requests are answered in order.
 * A thread that overruns the limit is ended and replaced. Never throws, never blocks: trouble is an answer, and every
 * such answer makes the judge ask (decision 11).
 */
export class CommandParserWorker extends Owner implements CommandParser {
  private _thread: ParserThread | null = null;
  private _last: Promise<unknown> = Promise.resolve();

  constructor(private readonly _options: CommandParserOptions) {
    super();
    this.own(toDisposable(() => this._dropThread()));
  }

  parse(command: string): Promise<ParseResult> {
    if (command.length > MAX_COMMAND_CHARS) return Promise.resolve({ ok: false, why: 'too-long' });
    const answer = this._last.then(() => this._parseWithRetry(command));
    this._last = answer;
    return answer;
  }

  private async _parseWithRetry(command: string): Promise<ParseResult> {
    const first = await this._parseOnce(command);
    if (first.ok || first.why !== 'timeout' || command.length > RETRY_BELOW_CHARS) return first;
    return this._parseOnce(command);
  }

  private async _parseOnce(command: string): Promise<ParseResult> {
    if (this.isDisposed) return { ok: false, why: 'crashed' };
    const { launch, files, clock, limitMs } = this._options;
    this._thread ??= new ParserThread(launch(files), clock, limitMs ?? PARSE_LIMIT_MS);
    const result = await this._thread.parse(command);
    if (!result.ok && (result.why === 'timeout' || result.why === 'crashed')) this._dropThread();
    return result;
  }

  private _dropThread(): void {
    this._thread?.dispose();
    this._thread = null;
  }
}
