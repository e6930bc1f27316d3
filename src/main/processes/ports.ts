import type { ProcessFacts } from '../../shared/contract/calls/processes';
import type { Survivor } from '../../shared/contract/host-protocol';
import type { ProcessId, SessionId, TurnId } from '../../shared/lib/ids';
import type { EndReason } from '../../shared/schemas/end-reason';
import type { ProcessRecord } from '../../shared/schemas/process';
import type { QueueEvent, QueueEventState } from '../../shared/schemas/queue-event';

export interface StartRequest {
  readonly sessionId: SessionId | null;
  readonly turnId: TurnId | null;
  readonly command: string;
  readonly cwd: string;
  readonly background: boolean;
  readonly pty: boolean;
  readonly notifyOnComplete: boolean;
  readonly watchPatterns: readonly string[];
  /** Variables on top of the sanitised environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** The user's own shell, with their own environment; `command` is only its name then. */
  readonly userShell?: boolean;
}

/** What a shell that the user opened is called, in place of a command. */
export const USER_SHELL_NAME = 'Shell';

export type StartResult =
  | {
      readonly ok: true;
      readonly record: ProcessRecord;
      readonly ptyNote: string | null;
      readonly cwdNote: string | null;
    }
  | { readonly ok: false; readonly record: ProcessRecord | null; readonly message: string };

export type WaitResult =
  | { readonly status: 'exited'; readonly record: ProcessRecord }
  | { readonly status: 'timeout' | 'interrupted'; readonly record: ProcessRecord }
  | { readonly status: 'not_found' };

/** Who may end a process on purpose, and why. */
export type KillReason = Extract<EndReason, 'killed' | 'timed-out' | 'interrupted' | 'app-quit'>;

export type KillResult =
  | { readonly status: 'killed'; readonly record: ProcessRecord }
  | { readonly status: 'already_exited'; readonly record: ProcessRecord }
  | { readonly status: 'not_found' }
  /** Something lives: the process stays running, the survivors are named. */
  | {
      readonly status: 'error';
      readonly message: string;
      readonly survivors: readonly Survivor[];
      readonly record: ProcessRecord;
    };

export interface KillOptions {
  /** Skips the grace, also of a stop that is under way. */
  readonly force?: boolean;
}

export type RestartResult =
  | StartResult
  /** It runs on: its stop did not succeed. */
  | { readonly ok: false; readonly record: ProcessRecord; readonly message: string; readonly kill: KillResult };

export type WriteResult =
  | { readonly status: 'ok'; readonly bytesWritten: number }
  | { readonly status: 'not_found' }
  | { readonly status: 'already_exited' }
  | { readonly status: 'error'; readonly message: string };

/** Output for the model: stripped, redraws collapsed, ptys rendered (decision 7); `raw` as it came. */
export interface OutputText {
  readonly text: string;
  readonly totalChars: number;
  /** Characters printed before `text` that are no longer kept. */
  readonly charsBefore: number;
}

/** The registry as tools, windows and the API see it (spec/processes 1-7). Unmasked: callers mask at the exit. */
export interface Processes {
  start(request: StartRequest): Promise<StartResult>;
  /** Exact id, or a unique prefix of at least 4 hex digits with or without `proc_`. */
  get(id: string): ProcessRecord | null;
  list(sessionId?: SessionId): readonly ProcessRecord[];
  output(id: ProcessId, options?: { readonly raw?: boolean }): Promise<OutputText>;
  /** A page of lines: `offset` counts from 0; absent means the last `limit` lines. */
  log(id: ProcessId, page: { readonly offset?: number; readonly limit: number }): Promise<LogPage>;
  /** `timeoutMs` must be positive. Aborting ends the wait, never the process. */
  wait(id: ProcessId, timeoutMs: number, signal: AbortSignal): Promise<WaitResult>;
  kill(id: ProcessId, reason: KillReason, options?: KillOptions): Promise<KillResult>;
  write(id: ProcessId, data: string): Promise<WriteResult>;
  closeStdin(id: ProcessId): Promise<WriteResult>;
  /** The owner's agent has read the ended state: its completion event need not be delivered (decision 2). */
  consume(id: ProcessId, reader: SessionId): void;
}

/** Text of a process that has ended, for people: stripped, unmasked. */
export interface KeptText {
  readonly text: string;
  /** False when its beginning is no longer kept. */
  readonly isWhole: boolean;
}

/** What the user does with processes by hand. Unmasked: callers mask at the exit. */
export interface ProcessesByHand {
  list(sessionId?: SessionId): readonly ProcessRecord[];
  /** What those that run use now; asked of the system only when this is called. */
  facts(): Promise<readonly ProcessFacts[]>;
  start(request: StartRequest): Promise<StartResult>;
  kill(id: ProcessId, reason: KillReason, options?: KillOptions): Promise<KillResult>;
  /** Stops it if it runs, and starts the same again. Rejects with PROCESS_NOT_FOUND. */
  restart(id: ProcessId): Promise<RestartResult>;
  /** Forgets ended ones; their receipts and logs stay as long as they would. */
  clearFinished(sessionId?: SessionId): void;
  /** Also of one that is no longer listed. Rejects with PROCESS_NOT_FOUND when nothing of it is kept. */
  keptText(id: ProcessId): Promise<KeptText>;
}

/** Rows of processes, receipts and the event queue. Durable when a method returns. */
export interface ProcessStore {
  saveProcess(record: ProcessRecord, ownerPid: number): void;
  removeProcess(id: ProcessId): void;
  /** Rows not `ended` whose owner is not a living Talaria: what a crash left. */
  unfinished(): readonly ProcessRecord[];
  finished(): readonly ProcessRecord[];
  saveReceipt(receipt: Receipt): void;
  receipt(id: ProcessId): Receipt | null;
  /** Drops receipts older than `before` and beyond the newest 256; returns the ids of those dropped. */
  sweepReceipts(before: number): readonly ProcessId[];
  enqueue(event: QueueEvent): void;
  waiting(sessionId?: SessionId): readonly QueueEvent[];
  setEventState(id: QueueEvent['id'], state: QueueEventState): void;
}

/** What stays of an ended process for 7 days (decision 6); every text in it is masked. */
export interface Receipt {
  readonly processId: ProcessId;
  readonly sessionId: SessionId | null;
  readonly command: string;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly reason: EndReason;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly tail: string;
  readonly totalChars: number;
}

/** Lines of a process's output, stripped, numbered from 0 (spec/processes 5.3, design 6.3 and 6.8). */
export interface LogPage {
  readonly lines: readonly string[];
  /** Number of the first line of `lines`. */
  readonly firstLine: number;
  readonly totalLines: number;
  /** Bytes that were printed before the oldest line that is kept. */
  readonly bytesBefore: number;
}

/** How a command of the model is run on this machine: program, folder, environment (design 6.10). */
export interface Launch {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Null, or what had to be used instead of the folder that was asked for. */
  readonly cwdNote: string | null;
}

export interface LaunchRequest {
  readonly command: string;
  /** The user's login shell with their own environment, in place of the command. */
  readonly userShell?: boolean;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The environment in which commands run. Rejects with an AppError that says what is missing. */
export interface Launcher {
  prepare(request: LaunchRequest): Promise<Launch>;
}
