import type { QueuedMessage } from '../../../shared/contract/calls/sessions';
import { AppError } from '../../../shared/errors/app-error';
import type { SessionId, TurnId } from '../../../shared/lib/ids';
import type { TranscriptStore } from '../ports';
import type { TurnJob } from './perform-turn';
import type { SessionLane } from './session-lane';

type Lane = Pick<SessionLane<TurnJob>, 'waiting' | 'replace'>;

/** Messages that wait until their session's turn is over. A change is on disk before it counts. */
export class QueuedTurns {
  constructor(
    private readonly _store: Pick<TranscriptStore, 'editMessage' | 'removeTurn'>,
    private readonly _laneOf: (sessionId: SessionId) => Lane | null,
  ) {}

  list(sessionId: SessionId): readonly QueuedMessage[] {
    const waiting = this._laneOf(sessionId)?.waiting.filter((job) => job.failure === null) ?? [];
    return waiting.map(({ turn, message }) => ({ turnId: turn.id, messageId: message.id, text: message.text }));
  }

  edit(sessionId: SessionId, turnId: TurnId, text: string): void {
    if (text.trim() === '') throw new AppError('BAD_INPUT', 'The message is empty. Write something, or remove it.');
    const { lane, job } = this._find(sessionId, turnId);
    this._store.editMessage(job.message.id, text);
    lane.replace(job, { ...job, message: { ...job.message, text } });
  }

  remove(sessionId: SessionId, turnId: TurnId): void {
    const { lane, job } = this._find(sessionId, turnId);
    this._store.removeTurn(turnId);
    lane.replace(job, null);
  }

  private _find(sessionId: SessionId, turnId: TurnId): { readonly lane: Lane; readonly job: TurnJob } {
    const lane = this._laneOf(sessionId);
    const job = lane?.waiting.find(({ turn, failure }) => turn.id === turnId && failure === null);
    if (lane === null || job === undefined) {
      throw new AppError('NOT_FOUND', 'That message does not wait any more: it is being answered, or was removed.');
    }
    return { lane, job };
  }
}
