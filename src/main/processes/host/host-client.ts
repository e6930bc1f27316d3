import type { HostCallName, HostEvent, HostPort, HostReply, HostRequest } from '../../../shared/contract/host-protocol';
import { AppError, messageOf } from '../../../shared/errors/app-error';
import type { Clock } from '../../../shared/lib/clock';
import { Emitter, type Event } from '../../../shared/lib/emitter';
import type { ProcessId } from '../../../shared/lib/ids';
import { Owner, toDisposable } from '../../../shared/lib/lifecycle';
import type { LaunchHost } from './host-connection';
import { HostLink } from './host-link';

/** A host that keeps ending is not started again after this many restarts (design 1). */
export const MAX_RESTARTS = 5;

export interface HostCrash {
  /** Processes that ran when the host ended: their output and exit codes are lost, they themselves may live. */
  readonly processIds: readonly ProcessId[];
  readonly exitCode: number | null;
  /** False when this was the last attempt. */
  readonly canRestart: boolean;
}

export interface HostClientOptions {
  readonly launch: LaunchHost;
  readonly clock: Clock;
}

/**
 * Main's end of the process host. Launches it when it is first needed, and again after it crashed. Disposing kills
 * the host; call `shutdown` before, so that children end in order.
 */
export class HostClient extends Owner {
  private readonly _events = this.own(new Emitter<HostEvent>());
  private readonly _crashes = this.own(new Emitter<HostCrash>());
  private _link: HostLink | null = null;
  private _restarts = 0;
  private _isQuitWanted = false;

  /** In the order in which the host sent them. */
  readonly onEvent: Event<HostEvent> = this._events.event;
  /** The host ended, and nobody had asked it to. */
  readonly onCrash: Event<HostCrash> = this._crashes.event;

  constructor(private readonly _options: HostClientOptions) {
    super();
    this.own(toDisposable(() => this._link?.dispose()));
  }

  /**
   * Asks the host. Fails with the host's AppError, with HOST_TIMEOUT after a limit that fits the call, with
   * HOST_UNAVAILABLE when it has ended, or with CANCELLED. A start that is given up is undone.
   */
  async call<N extends HostCallName>(name: N, payload: HostRequest<N>, signal?: AbortSignal): Promise<HostReply<N>> {
    const link = this._connected();
    if (name === 'shutdown') this._isQuitWanted = true;
    return link.call(name, payload, signal);
  }

  /** Gives the port to the host, which speaks the view protocol on it, or closes it when there is no such process. */
  attachView(processId: ProcessId, port: HostPort): void {
    if (this._link === null) port.close();
    else this._link.attach(processId, port);
  }

  private _connected(): HostLink {
    if (this._link !== null) return this._link;
    if (this.isDisposed || this._isQuitWanted) {
      throw new AppError('HOST_UNAVAILABLE', 'Talaria is quitting; the process host has ended.');
    }
    if (this._restarts > MAX_RESTARTS) {
      throw new AppError('HOST_UNAVAILABLE', 'The process host ended too often. Restart Talaria to run commands.');
    }
    this._link = this._launch();
    return this._link;
  }

  private _launch(): HostLink {
    const { launch, clock } = this._options;
    try {
      const link = new HostLink(launch(), {
        clock,
        onEvent: (event) => this._events.fire(event),
        onEnd: (alive, code) => this._handleEnd(alive, code),
      });
      return link;
    } catch (error) {
      this._restarts++;
      throw new AppError('HOST_UNAVAILABLE', `The process host could not be started: ${messageOf(error)}`, {
        cause: error,
      });
    }
  }

  private _handleEnd(processIds: readonly ProcessId[], exitCode: number | null): void {
    this._link = null;
    if (this._isQuitWanted || this.isDisposed) return;
    this._restarts++;
    this._crashes.fire({ processIds, exitCode, canRestart: this._restarts <= MAX_RESTARTS });
  }
}
