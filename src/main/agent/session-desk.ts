import type { SearchHit } from '../../shared/contract/calls/sessions';
import { AppError } from '../../shared/errors/app-error';
import type { Clock } from '../../shared/lib/clock';
import type { MessageId, SessionId, TurnId } from '../../shared/lib/ids';
import type { SessionSummary } from '../../shared/schemas/session';
import type { Conversations } from './conversations';
import { type DeletionPorts, SessionDeletion } from './delete-session';
import type { MaskText, SessionStore, Sessions, SessionTranscript } from './ports';
import type { SessionSummaries } from './session-summaries';
import { processCount } from './state-text';

export interface SessionDeskPorts extends DeletionPorts {
  readonly store: SessionStore;
  readonly conversations: Conversations;
  readonly summaries: SessionSummaries;
  readonly clock: Clock;
  readonly mask: MaskText;
}

/** Where a window reads and changes sessions. */
export class SessionDesk implements Sessions {
  private readonly _deletion: SessionDeletion;

  constructor(private readonly _ports: SessionDeskPorts) {
    this._deletion = new SessionDeletion(_ports);
  }

  list(): readonly SessionSummary[] {
    return this._ports.summaries.list();
  }

  create(cwd: string): SessionSummary {
    return this._summary(this._ports.conversations.createSession({ cwd }).id);
  }

  rename(id: SessionId, title: string): void {
    this._ports.conversations.rename(id, title);
  }

  pin(id: SessionId, isPinned: boolean): void {
    this._mark(id, 'pinned', isPinned);
  }

  archive(id: SessionId, isArchived: boolean): void {
    this._mark(id, 'archived', isArchived);
  }

  async delete(id: SessionId, processes: 'stop' | 'keep'): Promise<string> {
    this._summary(id);
    return this._deletion.delete(id, processes);
  }

  async restore(id: SessionId): Promise<void> {
    await this._deletion.restore(id);
  }

  search(query: string): readonly SearchHit[] {
    return this._ports.store.search(query);
  }

  transcript(id: SessionId, { before, limit }: { before: MessageId | null; limit: number }): SessionTranscript {
    const session = this._summary(id);
    const queued = this._ports.conversations.queued(id);
    const without = queued.map((message) => message.turnId);
    return { session, ...this._ports.store.page(id, { before, limit, without }), queued };
  }

  send(id: SessionId, text: string): void {
    this._ports.conversations.submit(id, text, 'user');
  }

  interrupt(id: SessionId): string {
    this._summary(id);
    if (!this._ports.conversations.interrupt(id)) return 'Nothing was running.';
    const running = this._summary(id).runningProcesses;
    if (running === 0) return 'Stopped.';
    return `Stopped. ${processCount(running)} still ${running === 1 ? 'runs' : 'run'}.`;
  }

  retry(id: SessionId): void {
    this._summary(id);
    if (this._ports.conversations.isRunning(id)) {
      throw new AppError('BAD_INPUT', 'A turn is running here. Stop it first, or wait for its end.');
    }
    const text = this._ports.store.lastUserText(id);
    if (text === null) throw new AppError('NOT_FOUND', 'There is no message here that could be sent again.');
    this._ports.conversations.submit(id, text, 'user');
  }

  editQueued(id: SessionId, turnId: TurnId, text: string): void {
    const { conversations } = this._ports;
    const waiting = conversations.queued(id).find((message) => message.turnId === turnId);
    if (waiting !== undefined && this._isUntouched(waiting.text, text)) return;
    conversations.editQueued(id, turnId, text);
    this._ports.summaries.poke();
  }

  removeQueued(id: SessionId, turnId: TurnId): void {
    this._ports.conversations.removeQueued(id, turnId);
    this._ports.summaries.poke();
  }

  draft(id: SessionId): string {
    this._summary(id);
    return this._ports.store.draft(id);
  }

  saveDraft(id: SessionId, text: string): void {
    this._summary(id);
    if (this._isUntouched(this._ports.store.draft(id), text)) return;
    this._ports.store.saveDraft(id, text, this._ports.clock.now());
  }

  /** The window has the kept text masked: when that comes back as it was, nobody meant to lose what the mask hides. */
  private _isUntouched(kept: string, given: string): boolean {
    return given === kept || (given !== '' && given === this._ports.mask(kept));
  }

  private _summary(id: SessionId): SessionSummary {
    const summary = this._ports.summaries.get(id);
    if (summary === null) throw new AppError('NOT_FOUND', 'That session does not exist any more.');
    return summary;
  }

  private _mark(id: SessionId, mark: 'pinned' | 'archived', isSet: boolean): void {
    this._summary(id);
    this._ports.store.mark(id, mark, isSet ? this._ports.clock.now() : null);
    this._ports.summaries.poke();
  }
}
