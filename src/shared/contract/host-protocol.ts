import { z } from 'zod';
import { WireError } from '../errors/wire';
import { ProcessId } from '../lib/ids';
import { ProcessFacts } from './calls/processes';

/**
 * What main and the process host say to each other (design 1). The host owns children and their bytes; it holds
 * no policy. Requests carry `requestId` and get exactly one reply; events are one-way and ordered per process:
 * `exit` is the last event of a process, and all its output was counted before it (invariant I2).
 */
export const PtySize = z.strictObject({
  cols: z.number().int().min(2).max(1000),
  rows: z.number().int().min(1).max(1000),
});
export type PtySize = z.infer<typeof PtySize>;

export const SpawnOptions = z.strictObject({
  processId: ProcessId,
  /** Program and arguments, never a shell string built here. */
  file: z.string().min(1),
  args: z.array(z.string()),
  cwd: z.string(),
  env: z.record(z.string(), z.string()),
  /** Null: pipes, stdout and stderr merged, stdin open. */
  pty: PtySize.nullable(),
  watchPatterns: z.array(z.string()),
  /** Its end is also asked for by hanging up, as a closed terminal does: an interactive shell ignores TERM. */
  hangUp: z.boolean().optional(),
  /**
   * Where the ring of two segments is kept, 0600. `<path>.0` is being written; when it is full it is renamed to
   * `<path>.1`, which so holds what came directly before. The newest kept byte is the last byte of `.0`.
   */
  logPath: z.string(),
  logMaxBytes: z.number().int().positive(),
});
export type SpawnOptions = z.infer<typeof SpawnOptions>;

export const Survivor = z.strictObject({ pid: z.number().int(), name: z.string() });
export type Survivor = z.infer<typeof Survivor>;

/** One tree to look at: hosted or found again after a restart. */
export const FactsTarget = z.strictObject({
  processId: ProcessId,
  pid: z.number().int().positive(),
  startTime: z.string().nullable(),
  /** False after a restart: then a group that carries the number may be somebody else's. */
  ownsGroup: z.boolean(),
});
export type FactsTarget = z.infer<typeof FactsTarget>;

const processId = ProcessId;

/** name -> [request, reply] */
export const hostCalls = {
  spawn: {
    request: SpawnOptions,
    reply: z.strictObject({
      pid: z.number().int().positive(),
      startTime: z.string().nullable(),
      /** False when a pty was asked for and pipes had to do; `ptyNote` says why. */
      pty: z.boolean(),
      ptyNote: z.string().nullable(),
    }),
  },
  write: {
    request: z.strictObject({ processId, data: z.string() }),
    reply: z.strictObject({ bytesWritten: z.number().int() }),
  },
  /** Pipe: end of stdin. Pty: sends EOF (Ctrl-D). */
  closeStdin: { request: z.strictObject({ processId }), reply: z.strictObject({}) },
  /** The whole tree by decision 5. Empty `survivors` means that nothing lives. */
  kill: {
    request: z.strictObject({ processId, graceMs: z.number().nonnegative() }),
    reply: z.strictObject({ survivors: z.array(Survivor) }),
  },
  resize: { request: z.strictObject({ processId, size: PtySize }), reply: z.strictObject({}) },
  /** The kept tail (at most 200,000 chars), decoded and otherwise raw. */
  tail: {
    request: z.strictObject({ processId }),
    reply: z.strictObject({
      text: z.string(),
      totalBytes: z.number(),
      totalChars: z.number(),
      pty: PtySize.nullable(),
    }),
  },
  /** What these trees use now, in the order asked; at most once a second the system is really looked at. */
  facts: {
    request: z.strictObject({ targets: z.array(FactsTarget).max(1_000) }),
    reply: z.strictObject({ facts: z.array(ProcessFacts) }),
  },
  /** Forgets tail and counters of an ended process. */
  forget: { request: z.strictObject({ processId }), reply: z.strictObject({}) },
  ping: { request: z.strictObject({}), reply: z.strictObject({ processes: z.number().int() }) },
  /** Ends every child (as `kill`, side by side) and then answers; the host exits after that. */
  shutdown: {
    request: z.strictObject({ graceMs: z.number().nonnegative() }),
    reply: z.strictObject({ survivors: z.array(Survivor) }),
  },
} as const;

export type HostCallName = keyof typeof hostCalls;
export type HostRequest<N extends HostCallName> = z.infer<(typeof hostCalls)[N]['request']>;
export type HostReply<N extends HostCallName> = z.infer<(typeof hostCalls)[N]['reply']>;

export const HostEvent = z.discriminatedUnion('type', [
  /** Sent at most every 100 ms per process, and once more before `exit`. */
  z.strictObject({
    type: z.literal('output'),
    processId,
    totalBytes: z.number(),
    totalChars: z.number(),
    /** The last write ended without a newline and the process has been quiet since, or it reads its tty. */
    waitingForInput: z.boolean(),
  }),
  /** One scan's matching lines, in order; `lines` holds at most the first 20, each at most 2,000 chars. */
  z.strictObject({
    type: z.literal('watch'),
    processId,
    pattern: z.string(),
    lines: z.array(z.string()),
    matchedLines: z.number().int(),
  }),
  z.strictObject({
    type: z.literal('exit'),
    processId,
    exitCode: z.number().int().nullable(),
    signal: z.string().nullable(),
    /** The last 8,000 chars, decoded and otherwise raw: enough for 2,000 after stripping. */
    tail: z.string(),
    totalBytes: z.number(),
    totalChars: z.number(),
    /** Null, or what could not be drained, in words (decision 9). */
    note: z.string().nullable(),
  }),
  z.strictObject({ type: z.literal('log'), level: z.enum(['debug', 'info', 'warn', 'error']), text: z.string() }),
]);
export type HostEvent = z.infer<typeof HostEvent>;

const callNames = Object.keys(hostCalls) as [HostCallName, ...HostCallName[]];

/** Main to host. `attach` comes with a MessagePort beside it, speaking `view-protocol`. */
export const ToHost = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('call'),
    requestId: z.number().int(),
    name: z.enum(callNames),
    payload: z.unknown(),
  }),
  z.strictObject({ kind: z.literal('attach'), processId }),
]);
export type ToHost = z.infer<typeof ToHost>;

/** Host to main. */
export const FromHost = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('reply'), requestId: z.number().int(), ok: z.literal(true), value: z.unknown() }),
  z.strictObject({ kind: z.literal('failure'), requestId: z.number().int(), error: WireError }),
  z.strictObject({ kind: z.literal('event'), event: HostEvent }),
]);
export type FromHost = z.infer<typeof FromHost>;

/** A port for views as both Electron's and Node's MessagePorts offer it. */
export interface HostPort {
  postMessage(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  onClose(listener: () => void): void;
  start(): void;
  close(): void;
}

/** How the two ends reach each other: a parameter, so that the same host code runs in-process under tests. */
export interface HostTransport {
  post(message: unknown, port?: HostPort): void;
  onMessage(listener: (message: unknown, port?: HostPort) => void): void;
}
