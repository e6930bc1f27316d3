import { messageOf } from '../../shared/errors/app-error';
import type { Clock } from '../../shared/lib/clock';
import { Emitter, type Event } from '../../shared/lib/emitter';
import type { EventId, ProcessId, SessionId } from '../../shared/lib/ids';
import { type Disposable, Owner, toDisposable } from '../../shared/lib/lifecycle';
import type { QueueEvent } from '../../shared/schemas/queue-event';
import type { EventSource } from '../agent/ports';
import type { ProcessStore } from './ports';
import type { Note } from './ports-host';

export interface EventQueuePorts {
  readonly store: ProcessStore;
  readonly clock: Clock;
  /** Every text goes through this before it is stored. */
  readonly mask: (text: string) => string;
  readonly note: Note;
}

const RETRY_MS = 5_000;

/**
 * The durable queue of what processes have to tell their conversations (design 3): queued → delivered → consumed.
 * The state of an event is kept with the event, so a consumed mark goes when the event goes. An event that the
 * disk refuses stays in memory and is offered to the disk again; it is delivered only once it is stored.
 */
export class EventQueue extends Owner implements EventSource {
  private readonly _onQueued = this.own(new Emitter<QueueEvent>());
  private readonly _unsaved = new Map<EventId, QueueEvent>();
  private _retry: Disposable | null = null;

  constructor(private readonly _ports: EventQueuePorts) {
    super();
    this.own(toDisposable(() => this._retry?.dispose()));
  }

  /** Fires after an event was announced: its conversation may wake up. */
  readonly onQueued: Event<QueueEvent> = this._onQueued.event;

  /** Stores an event, masked, without waking anybody: what precedes the wake-up can still be said. */
  add(event: QueueEvent): QueueEvent {
    const masked = maskEvent(event, this._ports.mask);
    if (!this._save(masked)) this._keep(masked);
    return masked;
  }

  /** Wakes whoever listens for the event that `add` stored. */
  announce(event: QueueEvent): void {
    if (!this._unsaved.has(event.id)) this._onQueued.fire(event);
  }

  /** Events that wait for this session, oldest first. */
  waiting(sessionId: SessionId): readonly QueueEvent[] {
    return this._stored(sessionId);
  }

  /** True while any event of any session has not been delivered. */
  hasUndelivered(): boolean {
    return this._unsaved.size > 0 || this._stored().length > 0;
  }

  hasCompletion(processId: ProcessId, sessionId: SessionId): boolean {
    return this.waiting(sessionId).some((event) => isCompletionOf(event, processId));
  }

  /**
   * The owning session's agent has read the ended state: the completion that still waits is not told again
   * (decision 6.2). Watch events stay.
   */
  consume(processId: ProcessId, sessionId: SessionId): void {
    for (const event of this._unsaved.values()) {
      if (event.sessionId === sessionId && isCompletionOf(event, processId)) this._unsaved.delete(event.id);
    }
    for (const event of this.waiting(sessionId)) {
      if (isCompletionOf(event, processId)) this._setConsumed(event.id);
    }
  }

  /** The session is gone: nothing that waits for it is told. */
  dropSession(sessionId: SessionId): void {
    for (const event of this._unsaved.values()) if (event.sessionId === sessionId) this._unsaved.delete(event.id);
    for (const event of this.waiting(sessionId)) this._setConsumed(event.id);
  }

  private _setConsumed(id: EventId): void {
    try {
      this._ports.store.setEventState(id, 'consumed');
    } catch (error) {
      this._ports.note('error', `an event that was read will be told again: ${messageOf(error)}`);
    }
  }

  private _stored(sessionId?: SessionId): readonly QueueEvent[] {
    try {
      return this._ports.store.waiting(sessionId);
    } catch (error) {
      this._ports.note('error', `waiting events could not be read: ${messageOf(error)}`);
      return [];
    }
  }

  private _save(event: QueueEvent): boolean {
    try {
      this._ports.store.enqueue(event);
      return true;
    } catch (error) {
      this._ports.note('error', `an event of ${event.processId} is not stored yet: ${messageOf(error)}`);
      return false;
    }
  }

  private _keep(event: QueueEvent): void {
    this._unsaved.set(event.id, event);
    this._retry ??= this._ports.clock.after(RETRY_MS, () => this._saveAgain());
  }

  private _saveAgain(): void {
    this._retry?.dispose();
    this._retry = null;
    const events = [...this._unsaved.values()];
    this._unsaved.clear();
    for (const event of events) this.announce(this.add(event));
  }
}

function isCompletionOf(event: QueueEvent, processId: ProcessId): boolean {
  return event.type === 'completion' && event.processId === processId;
}

function maskEvent(event: QueueEvent, mask: (text: string) => string): QueueEvent {
  const command = mask(event.command);
  switch (event.type) {
    case 'completion':
      return { ...event, command, output: mask(event.output) };
    case 'watch_match':
      return { ...event, command, pattern: mask(event.pattern), output: mask(event.output) };
    case 'watch_disabled':
      return { ...event, command };
  }
}
