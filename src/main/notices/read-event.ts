import type { EngineEvent } from '../../shared/contract/engine-events';
import type { Clock } from '../../shared/lib/clock';
import { endWords, isFailure } from '../../shared/lib/exit-words';
import type { SessionId, TurnId } from '../../shared/lib/ids';
import type { EndReason } from '../../shared/schemas/end-reason';
import type { Notice } from '../../shared/schemas/notice';
import type { TurnTrigger } from '../../shared/schemas/session';
import type { Attention, NoticeFacts } from './ports';

/** A notice before it has an id and a time, not masked and not cut yet. `key` names what it tells of: nothing is told twice. */
export interface NoticeDraft extends Omit<Notice, 'id' | 'at' | 'isRead'> {
  readonly key: string;
}

interface RunningTurn {
  readonly trigger: TurnTrigger;
  readonly startedAt: number;
  lastWords: string;
}

/** A turn that took longer is worth a notice wherever the user looks. */
export const LONG_TURN_MS = 10_000;
/** Ends that somebody asked for are no news. */
const ASKED_FOR: ReadonlySet<EndReason> = new Set<EndReason>(['killed', 'interrupted', 'app-quit']);

export interface EventReaderPorts {
  readonly clock: Clock;
  readonly facts: NoticeFacts;
  readonly attention: Attention;
}

/** Tells which engine events a person wants to hear of, and in which words. */
export class EventReader {
  private readonly _turns = new Map<TurnId, RunningTurn>();
  private _matches = 0;

  constructor(private readonly _ports: EventReaderPorts) {}

  /** The notice that the event makes, or null. */
  read(event: EngineEvent): NoticeDraft | null {
    switch (event.type) {
      case 'turn.started':
        this._turns.set(event.turnId, {
          trigger: event.trigger,
          startedAt: this._ports.clock.now(),
          lastWords: '',
        });
        return null;
      case 'message.completed': {
        const turn = this._turns.get(event.turnId);
        if (turn !== undefined && event.role === 'assistant' && event.text.trim() !== '') turn.lastWords = event.text;
        return null;
      }
      case 'turn.completed':
        return this._turnCompleted(event);
      case 'turn.failed':
        return this._turnFailed(event);
      case 'approval.requested':
        return draft({
          key: `approval ${event.requestId}`,
          kind: 'approval',
          title: `Waiting for you: ${this._titleOf(event.sessionId)}`,
          body: event.maskedCommand,
          sessionId: event.sessionId,
          requestId: event.requestId,
        });
      case 'process.exited':
        return this._processEnded(event);
      case 'process.watch_match':
        return this._watchMatch(event);
      default:
        return null;
    }
  }

  private _turnCompleted(event: Extract<EngineEvent, { type: 'turn.completed' }>): NoticeDraft | null {
    const turn = this._take(event.turnId);
    if (turn === null || !this._isNews(turn, event.sessionId)) return null;
    return draft({
      key: `turn ${event.turnId}`,
      kind: 'turn-completed',
      title: this._titleOf(event.sessionId),
      body: turn.lastWords === '' ? 'The agent has finished.' : turn.lastWords,
      sessionId: event.sessionId,
    });
  }

  private _turnFailed(event: Extract<EngineEvent, { type: 'turn.failed' }>): NoticeDraft | null {
    const turn = this._take(event.turnId);
    if (turn === null || !isForTheUser(turn.trigger)) return null;
    return draft({
      key: `turn ${event.turnId}`,
      kind: 'turn-failed',
      title: `Failed: ${this._titleOf(event.sessionId)}`,
      body: event.error.message,
      sessionId: event.sessionId,
    });
  }

  /** The event that began an event turn was a notice already: a quick report of it is not told a second time. */
  private _isNews({ trigger, startedAt }: RunningTurn, sessionId: SessionId): boolean {
    if (!isForTheUser(trigger)) return false;
    if (this._ports.clock.now() - startedAt > LONG_TURN_MS) return true;
    return trigger === 'user' && !this._ports.attention.isLookingAt({ sessionId, processId: null });
  }

  private _processEnded(event: Extract<EngineEvent, { type: 'process.exited' }>): NoticeDraft | null {
    const record = this._ports.facts.processOf(event.processId);
    if (record === null || !record.background || ASKED_FOR.has(event.reason)) return null;
    if (!record.notifyOnComplete && !isFailure(event)) return null;
    return draft({
      key: `process ${event.processId}`,
      kind: 'process-ended',
      title: isFailure(event) ? `Failed: ${record.command}` : `Finished: ${record.command}`,
      body: `${endWords(event)}.`,
      sessionId: event.sessionId ?? null,
      processId: event.processId,
    });
  }

  private _watchMatch(event: Extract<EngineEvent, { type: 'process.watch_match' }>): NoticeDraft {
    this._matches += 1;
    const command = this._ports.facts.processOf(event.processId)?.command ?? 'a process';
    return draft({
      key: `match ${event.processId} ${this._matches}`,
      kind: 'watch-match',
      title: `"${event.pattern}" in ${command}`,
      body: event.output,
      sessionId: event.sessionId ?? null,
      processId: event.processId,
    });
  }

  private _take(id: TurnId): RunningTurn | null {
    const turn = this._turns.get(id) ?? null;
    this._turns.delete(id);
    return turn;
  }

  private _titleOf(sessionId: SessionId): string {
    const title = this._ports.facts.titleOf(sessionId);
    return title === '' ? 'Session' : title;
  }
}

function isForTheUser(trigger: TurnTrigger): boolean {
  return trigger === 'user' || trigger === 'event';
}

function draft(given: Pick<NoticeDraft, 'key' | 'kind' | 'title' | 'body'> & Partial<NoticeDraft>): NoticeDraft {
  return {
    sessionId: null,
    processId: null,
    requestId: null,
    ...given,
  };
}
