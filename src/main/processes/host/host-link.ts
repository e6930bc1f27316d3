import {
  FromHost,
  type HostCallName,
  type HostEvent,
  type HostPort,
  type HostReply,
  type HostRequest,
  type ToHost,
} from '../../../shared/contract/host-protocol';
import { AppError } from '../../../shared/errors/app-error';
import { fromWireError } from '../../../shared/errors/wire';
import type { Clock } from '../../../shared/lib/clock';
import type { ProcessId } from '../../../shared/lib/ids';
import { type Disposable, DisposableStore, toDisposable } from '../../../shared/lib/lifecycle';
import { callLimitMs } from './call-limits';
import { Heartbeat } from './heartbeat';
import type { HostConnection } from './host-connection';
import { parseReply } from './parse-reply';
import { PendingCall } from './pending-call';

/** A host that was just started first has to come up, which takes seconds on a busy machine: on top of a call's limit. */
const START_UP_MS = 20_000;
/** Grace for a process whose start was given up and then came about all the same. */
const STRAY_GRACE_MS = 2_000;

export interface HostLinkOptions {
  readonly clock: Clock;
  readonly onEvent: (event: HostEvent) => void;
  /** Called once, with the processes that were alive. */
  readonly onEnd: (alive: readonly ProcessId[], code: number | null) => void;
}

interface Waiting extends Disposable {
  succeed(value: unknown): void;
  fail(error: AppError): void;
}

/** Everything that belongs to one running host; all of it ends when that host does. */
export class HostLink implements Disposable {
  private readonly _store = new DisposableStore();
  private readonly _pending = new Map<number, Waiting>();
  /** Starts that were not answered yet; those that are not pending any more were given up. */
  private readonly _starts = new Map<number, ProcessId>();
  private readonly _alive = new Set<ProcessId>();
  private readonly _heartbeat: Heartbeat;
  private _lastRequestId = 0;
  private _hasSpoken = false;

  constructor(
    private readonly _connection: HostConnection,
    private readonly _options: HostLinkOptions,
  ) {
    const { clock } = _options;
    const ping = () => this.call('ping', {});
    this._heartbeat = this._store.add(new Heartbeat({ clock, ping, onSilent: () => this._handleSilence() }));
    this._store.add(toDisposable(() => this._failPending()));
    _connection.transport.onMessage((message) => this._handleMessage(message));
    _connection.onExit((code) => this._end(code));
  }

  async call<N extends HostCallName>(name: N, payload: HostRequest<N>, signal?: AbortSignal): Promise<HostReply<N>> {
    if (signal?.aborted) throw new AppError('CANCELLED', `The call ${name} was stopped.`);
    const requestId = ++this._lastRequestId;
    const call = new PendingCall({
      name,
      parse: parseReply[name],
      limitMs: callLimitMs(name, payload) + (this._hasSpoken ? 0 : START_UP_MS),
      clock: this._options.clock,
      signal,
      onGivenUp: () => this._pending.delete(requestId),
    });
    this._pending.set(requestId, call);
    if ('watchPatterns' in payload) this._starts.set(requestId, payload.processId);
    this._post({ kind: 'call', requestId, name, payload });
    return call.result;
  }

  attach(processId: ProcessId, port: HostPort): void {
    this._connection.transport.post({ kind: 'attach', processId } satisfies ToHost, port);
  }

  /** Ends the host at once. Its end is told through `onEnd` unless the link is disposed. */
  dispose(): void {
    if (this._store.isDisposed) return;
    this._store.dispose();
    this._connection.kill();
  }

  private _post(message: ToHost): void {
    this._connection.transport.post(message);
  }

  private _handleMessage(message: unknown): void {
    if (this._store.isDisposed) return;
    this._hasSpoken = true;
    const parsed = FromHost.safeParse(message);
    if (!parsed.success) {
      const text = 'a message of the process host was not understood';
      this._options.onEvent({ type: 'log', level: 'error', text });
      return;
    }
    const { data } = parsed;
    if (data.kind === 'event') this._handleEvent(data.event);
    else if (data.kind === 'reply') this._handleReply(data.requestId, data.value);
    else this._handleFailure(data.requestId, fromWireError(data.error));
  }

  private _handleReply(requestId: number, value: unknown): void {
    const call = this._take(requestId);
    const started = this._starts.get(requestId);
    this._starts.delete(requestId);
    if (started !== undefined && call === undefined) this._endStray(started);
    else if (started !== undefined) this._handleStarted(started);
    call?.succeed(value);
  }

  private _handleFailure(requestId: number, error: AppError): void {
    this._starts.delete(requestId);
    this._take(requestId)?.fail(error);
  }

  private _handleEvent(event: HostEvent): void {
    if (event.type === 'exit') {
      this._alive.delete(event.processId);
      if (this._alive.size === 0) this._heartbeat.stop();
    }
    this._options.onEvent(event);
  }

  private _handleStarted(processId: ProcessId): void {
    this._alive.add(processId);
    this._heartbeat.start();
  }

  /** A start that was given up came about: nobody knows the process, so it must not stay. */
  private _endStray(processId: ProcessId): void {
    this.call('kill', { processId, graceMs: STRAY_GRACE_MS }).catch(() => {
      this._options.onEvent({ type: 'log', level: 'error', text: `${processId} was started too late and still lives` });
    });
  }

  private _take(requestId: number): Waiting | undefined {
    const call = this._pending.get(requestId);
    this._pending.delete(requestId);
    return call;
  }

  private _handleSilence(): void {
    this._connection.kill();
    this._end(null);
  }

  private _end(code: number | null): void {
    if (this._store.isDisposed) return;
    this._store.dispose();
    this._options.onEnd([...this._alive], code);
  }

  private _failPending(): void {
    for (const call of this._pending.values()) call.dispose();
    this._pending.clear();
  }
}
