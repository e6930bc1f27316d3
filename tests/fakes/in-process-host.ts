import { loadNodePty } from '../../src/process-host/child/pty-library';
import { ProcessHost } from '../../src/process-host/host';
import { hostClock } from '../../src/process-host/host-clock';
import { logDisk } from '../../src/process-host/output/log-disk';
import type { HostPorts } from '../../src/process-host/ports';
import type { HostPort, HostTransport } from '../../src/shared/contract/host-protocol';
import { type Disposable, toDisposable } from '../../src/shared/lib/lifecycle';

/**
 * The real process host in this process, behind a pair of transports that copies every message as a port would:
 * what cannot be cloned throws at the sender. Shaped like a connection of the host client's `launch`.
 */
export interface InProcessHost extends Disposable {
  /** Main's side. */
  readonly transport: HostTransport;
  kill(): void;
  onExit(listener: (code: number | null) => void): void;
}

/** Everything real, unless a port is given. Disposing it kills what still runs. */
export function startInProcessHost(ports: Partial<HostPorts> = {}): InProcessHost {
  const exitListeners: ((code: number | null) => void)[] = [];
  const [mainSide, hostSide, whenDelivered] = transportPair();
  const host = new ProcessHost(hostSide, { clock: hostClock, loadPty: loadNodePty, logDisk, ...ports }, () => end(0));
  const owner = toDisposable(() => host.dispose());
  const end = (code: number | null) => {
    whenDelivered(() => {
      owner.dispose();
      for (const listener of exitListeners.splice(0)) listener(code);
    });
  };
  return {
    transport: mainSide,
    kill: () => {
      owner.dispose();
      end(null);
    },
    onExit: (listener) => {
      exitListeners.push(listener);
    },
    dispose: () => owner.dispose(),
  };
}

/**
 * Two ends of one channel; messages arrive in order, in a later turn of the event loop. The third is called back
 * when the first end has got everything.
 */
export function transportPair(): [HostTransport, HostTransport, (listener: () => void) => void] {
  const [a, b] = [new Inbox(), new Inbox()];
  return [
    { post: (message, port) => b.add([structuredClone(message), port]), onMessage: (listener) => a.listen(listener) },
    { post: (message, port) => a.add([structuredClone(message), port]), onMessage: (listener) => b.listen(listener) },
    (listener) => a.whenEmpty(listener),
  ];
}

/** Two ends of a view's port, as a MessageChannel makes them: nothing is delivered before `start`. */
export function portPair(): [HostPort, HostPort] {
  const [a, b] = [new PortEnd(), new PortEnd()];
  a.peer = b;
  b.peer = a;
  return [a, b];
}

type Delivery = [message: unknown, port: HostPort | undefined];

class Inbox {
  private readonly _queue: Delivery[] = [];
  private readonly _listeners: ((message: unknown, port?: HostPort) => void)[] = [];
  private _isScheduled = false;

  add(delivery: Delivery): void {
    this._queue.push(delivery);
    this._schedule();
  }

  listen(listener: (message: unknown, port?: HostPort) => void): void {
    this._listeners.push(listener);
    this._schedule();
  }

  whenEmpty(listener: () => void): void {
    setImmediate(() => (this._queue.length === 0 ? listener() : this.whenEmpty(listener)));
  }

  private _schedule(): void {
    if (this._isScheduled || this._listeners.length === 0 || this._queue.length === 0) return;
    this._isScheduled = true;
    setImmediate(() => this._deliverOne());
  }

  /** One message for each turn, so that promises of one are settled before the next. */
  private _deliverOne(): void {
    this._isScheduled = false;
    const next = this._queue.shift();
    this._schedule();
    if (next === undefined) return;
    for (const listener of this._listeners) listener(...next);
  }
}

class PortEnd implements HostPort {
  peer: PortEnd | null = null;
  private readonly _inbox = new Inbox();
  private _messageListeners: ((message: unknown) => void)[] = [];
  private readonly _closeListeners: (() => void)[] = [];
  private _isClosed = false;

  postMessage(message: unknown): void {
    if (!this._isClosed) this.peer?._inbox.add([structuredClone(message), undefined]);
  }

  onMessage(listener: (message: unknown) => void): void {
    this._messageListeners.push(listener);
  }

  onClose(listener: () => void): void {
    this._closeListeners.push(listener);
  }

  start(): void {
    this._inbox.listen((message) => {
      for (const listener of this._messageListeners) listener(message);
    });
  }

  close(): void {
    if (this._isClosed) return;
    this._isClosed = true;
    this._messageListeners = [];
    for (const listener of this._closeListeners.splice(0)) listener();
    setImmediate(() => this.peer?.close());
  }
}
