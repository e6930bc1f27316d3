import type { QueuedMessage } from '../../shared/contract/calls/sessions';
import { AppError } from '../../shared/errors/app-error';
import { Emitter } from '../../shared/lib/emitter';
import type { MessageId, SessionId, TurnId } from '../../shared/lib/ids';
import { Owner, toDisposable } from '../../shared/lib/lifecycle';
import type { Session, Turn, TurnTrigger } from '../../shared/schemas/session';
import type { ConversationPorts } from './conversation-ports';
import { NoticeTurns } from './lane/notice-turns';
import { beginTurn, performTurn, type TurnJob } from './lane/perform-turn';
import { QueuedTurns } from './lane/queued-turns';
import { SessionLane } from './lane/session-lane';
import { sessionTitle, UNTITLED } from './session-title';

/** A title that the user gives may be longer than one that is made. */
const MAX_GIVEN_TITLE_CHARS = 200;

const CLOSING = 'Talaria was closed before this turn began.';
const SESSION_GONE = 'The session was deleted before this turn began.';

interface Conversation {
  readonly lane: SessionLane<TurnJob>;
  readonly notices: NoticeTurns;
}

/**
 * All conversations: sessions, and the turns in them. Turns of one session run one after another in order of asking,
 * sessions run side by side. A message is on disk before `submit` returns, and before a model sees it. Everything that
 * happens is told through `emit`; a subscriber that throws disturbs no turn.
 */
export class Conversations extends Owner {
  private readonly _conversations = new Map<SessionId, Conversation>();
  private readonly _ports: ConversationPorts;
  private readonly _idleChange = this.own(new Emitter<boolean>());
  private readonly _sessionChange = this.own(new Emitter<Session>());
  private readonly _activity = this.own(new Emitter<SessionId>());
  private readonly _queued: QueuedTurns;
  private _wasBusy = false;

  /** True when the last turn of all sessions has ended, false when one begins. */
  readonly onIdleChange = this._idleChange.event;
  /** A session is new or has another title. */
  readonly onSessionChange = this._sessionChange.event;
  /** Something was asked for in a session, or its turns began or ended. */
  readonly onActivity = this._activity.event;

  constructor(ports: ConversationPorts) {
    super();
    this._ports = { ...ports, emit: (event) => this._guard('a subscriber failed', () => ports.emit(event)) };
    this._queued = new QueuedTurns(ports.store, (id) => this._conversations.get(id)?.lane ?? null);
    this.own(toDisposable(() => this._stopLanes()));
  }

  /** Throws the store's AppError when the session cannot be saved. */
  createSession(options: { readonly cwd: string; readonly title?: string }): Session {
    const at = this._ports.clock.now();
    const title = options.title === undefined ? UNTITLED : sessionTitle(options.title, this._ports.mask);
    const session = { id: this._ports.ids.session(), title, cwd: options.cwd, createdAt: at, updatedAt: at };
    this._ports.store.createSession(session);
    this._ports.emit({ type: 'session.started', sessionId: session.id, title, cwd: session.cwd });
    this._tellSession(session);
    return session;
  }

  /** Throws NOT_FOUND, or the store's AppError when the title cannot be saved. */
  rename(sessionId: SessionId, title: string): void {
    const session = this._ports.store.session(sessionId);
    if (session === null) throw new AppError('NOT_FOUND', 'That session does not exist any more.');
    const clean = sessionTitle(title, this._ports.mask, MAX_GIVEN_TITLE_CHARS);
    const at = this._ports.clock.now();
    this._ports.store.renameSession(sessionId, clean, at);
    this._tellSession({ ...session, title: clean, updatedAt: at });
  }

  /**
   * Asks for a turn that answers `text`. The message is durable when this returns. Throws NOT_FOUND, BAD_INPUT, or
   * the store's error when it could not be saved; the latter is told as a failed turn too.
   */
  submit(
    sessionId: SessionId,
    text: string,
    trigger: Exclude<TurnTrigger, 'event'>,
  ): { readonly turnId: TurnId; readonly messageId: MessageId } {
    if (this.isDisposed) throw new AppError('CANCELLED', 'Talaria is closing and takes no more messages.');
    if (text.trim() === '') throw new AppError('BAD_INPUT', 'The message is empty. Write what you want to say.');
    const session = this._ports.store.session(sessionId);
    if (session === null) throw new AppError('NOT_FOUND', `There is no session ${sessionId}.`);
    const job = this._beginUserTurn(session, text, trigger);
    if (job.failure === null) this._nameAfter(session, text);
    this._conversation(sessionId).lane.add(job);
    this._tellActivity(sessionId);
    if (job.failure !== null) throw job.failure.cause;
    return { turnId: job.turn.id, messageId: job.message.id };
  }

  /** Stops the turn that runs in this session, and only that; false when none runs. */
  interrupt(sessionId: SessionId): boolean {
    return this._conversations.get(sessionId)?.lane.interrupt() ?? false;
  }

  /** Messages whose turns have not begun, oldest first. */
  queued(sessionId: SessionId): readonly QueuedMessage[] {
    return this._queued.list(sessionId);
  }

  /** Changes a message that waits; durable when it returns. Throws NOT_FOUND for one that is being answered. */
  editQueued(sessionId: SessionId, turnId: TurnId, text: string): void {
    this._queued.edit(sessionId, turnId, text);
  }

  /** Takes back a message that waits, without a trace. Throws NOT_FOUND for one that is being answered. */
  removeQueued(sessionId: SessionId, turnId: TurnId): void {
    this._queued.remove(sessionId, turnId);
  }

  /** Whether a turn runs now. */
  isRunning(sessionId: SessionId): boolean {
    return this._conversations.get(sessionId)?.lane.isRunning ?? false;
  }

  /** For a session that goes: stops its turn, ends those that wait, and resolves when nothing runs in it any more. */
  async close(sessionId: SessionId): Promise<void> {
    const conversation = this._conversations.get(sessionId);
    if (conversation === undefined) return;
    for (const job of conversation.lane.stop()) this._endUnperformed(job, SESSION_GONE);
    await conversation.lane.settled();
    if (this._conversations.get(sessionId) === conversation) this._conversations.delete(sessionId);
  }

  /** Says that the queue holds a notice for this session: it makes a turn as soon as the session is idle. */
  notifyWaiting(sessionId: SessionId): void {
    if (this.isDisposed || this._isGone(sessionId)) return;
    const { lane, notices } = this._conversation(sessionId);
    notices.release();
    if (notices.hasWaiting) lane.notify();
  }

  /** Whether a turn runs or is about to, in one session or in any. */
  isBusy(sessionId?: SessionId): boolean {
    if (sessionId !== undefined) return this._conversations.get(sessionId)?.lane.isBusy ?? false;
    return [...this._conversations.values()].some(({ lane }) => lane.isBusy);
  }

  /**
   * For start-up: turns that a crash cut off become interrupted (they are returned), then notices that wait are
   * delivered. Throws the store's AppError.
   */
  recover(): readonly Turn[] {
    const interrupted = this._ports.store.interruptRunningTurns(this._ports.clock.now());
    for (const session of this._ports.store.sessions()) this.notifyWaiting(session.id);
    return interrupted;
  }

  /** Ends all turns like `dispose`, and resolves when their ends are stored: 10 s where a tool does not stop. */
  async stop(): Promise<void> {
    const lanes = [...this._conversations.values()].map(({ lane }) => lane);
    this.dispose();
    await Promise.all(lanes.map((lane) => lane.settled()));
  }

  private _beginUserTurn(session: Session, text: string, trigger: TurnTrigger): TurnJob {
    const { ids, clock, store } = this._ports;
    const at = clock.now();
    const sessionId = session.id;
    const turnId = ids.turn();
    const turn = {
      id: turnId,
      sessionId,
      trigger,
      state: 'running',
      startedAt: at,
      endedAt: null,
      error: null,
    } as const;
    const message = { id: ids.message(), sessionId, turnId, createdAt: at, role: 'user', text } as const;
    return beginTurn({ session, turn, message }, [], store);
  }

  private _nameAfter(session: Session, text: string): void {
    if (session.title !== UNTITLED) return;
    const title = sessionTitle(text, this._ports.mask);
    const at = this._ports.clock.now();
    this._guard('a session could not be named', () => {
      this._ports.store.renameSession(session.id, title, at);
      this._tellSession({ ...session, title, updatedAt: at });
    });
  }

  private _conversation(sessionId: SessionId): Conversation {
    const known = this._conversations.get(sessionId);
    if (known !== undefined) return known;
    const notices = new NoticeTurns(sessionId, this._ports);
    const lane = new SessionLane<TurnJob>({
      clock: this._ports.clock,
      perform: (job, signal) => performTurn(job, this._ports, signal),
      nextNoticeJob: () => notices.next(),
      onChange: () => {
        this._tellIdle();
        this._tellActivity(sessionId);
      },
    });
    this._conversations.set(sessionId, { lane, notices });
    return { lane, notices };
  }

  private _stopLanes(): void {
    for (const { lane } of this._conversations.values()) {
      for (const job of lane.stop()) this._endUnperformed(job, CLOSING);
    }
  }

  private _endUnperformed(job: TurnJob, message: string): void {
    if (job.failure !== null) return;
    const error = { code: 'CANCELLED', message, layer: 'internal' };
    const end = { state: 'interrupted', endedAt: this._ports.clock.now(), error } as const;
    this._guard('the end of a turn could not be saved', () => this._ports.store.endTurn(job.turn.id, end));
  }

  /** A store that cannot say counts as no reason to keep silent. */
  private _isGone(sessionId: SessionId): boolean {
    try {
      return this._ports.store.session(sessionId) === null;
    } catch (error) {
      this._ports.reportProblem('a session could not be looked up', error);
      return false;
    }
  }

  private _tellIdle(): void {
    const isBusy = this.isBusy();
    if (isBusy === this._wasBusy) return;
    this._wasBusy = isBusy;
    this._guard('a subscriber failed', () => this._idleChange.fire(!isBusy));
  }

  private _tellActivity(sessionId: SessionId): void {
    this._guard('a subscriber failed', () => this._activity.fire(sessionId));
  }

  private _tellSession(session: Session): void {
    this._guard('a subscriber failed', () => this._sessionChange.fire(session));
  }

  private _guard(what: string, call: () => void): void {
    try {
      call();
    } catch (error) {
      this._ports.reportProblem(what, error);
    }
  }
}
