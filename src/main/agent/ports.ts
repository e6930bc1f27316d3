import type { QueuedMessage, SearchHit } from '../../shared/contract/calls/sessions';
import type { EngineEvent } from '../../shared/contract/engine-events';
import type { AppError } from '../../shared/errors/app-error';
import type { ErrorLayer } from '../../shared/errors/codes';
import type { EventId, MessageId, SessionId, TurnId } from '../../shared/lib/ids';
import type { JsonObject } from '../../shared/lib/json';
import type { Message } from '../../shared/schemas/message';
import type { QueueEvent } from '../../shared/schemas/queue-event';
import type { Session, SessionSummary, Turn, TurnError, TurnState } from '../../shared/schemas/session';

export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments: always an object. */
  readonly parameters: JsonObject;
}

/** A call as the model made it. `args` is the JSON text as it came; it may not parse. */
export interface ToolCall {
  readonly callId: string;
  readonly name: string;
  readonly args: string;
}

export type ModelMessage =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'event'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly name: string; readonly result: string };

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolDefinition[];
}

export type ModelPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool-call'; readonly call: ToolCall }
  | { readonly type: 'finish'; readonly reason: 'stop' | 'tool-calls' | 'length' | 'other' };

/**
 * One language model, or the built-in operator. `stream` yields parts and ends with `finish`; it throws a
 * `ModelFailure` when the answer fails, and stops soon after `signal` is aborted.
 */
export interface Model {
  readonly name: string;
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelPart>;
}

/** What a model's failure tells the loop: which layer, whether trying again can help, and when. */
export interface ModelFailureFacts {
  readonly error: AppError;
  readonly layer: ErrorLayer;
  readonly retryable: boolean;
  /** From Retry-After, seconds or date; null when the server said nothing. */
  readonly retryAfterMs: number | null;
}

/** What a tool gave: JSON text for the model. Failures are results too (design 3). */
export interface ToolOutcome {
  readonly result: string;
}

export interface ToolContext {
  readonly sessionId: SessionId;
  readonly turnId: TurnId;
  readonly callId: string;
  /** The session's folder; relative paths resolve against it. */
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/** The result of preparing a call: ready to run, or already answered (unknown, invalid, denied). */
export type PreparedCall =
  | { readonly kind: 'prepared'; execute(): Promise<ToolOutcome> }
  | { readonly kind: 'immediate'; readonly outcome: ToolOutcome };

/** Find, validate, ask (prepare), then execute. Neither throws: a failure is an outcome the model can read. */
export interface Toolbox {
  definitions(): readonly ToolDefinition[];
  prepare(call: ToolCall, context: ToolContext): Promise<PreparedCall>;
}

/** The transcript's home. Every method is durable when it returns, and throws an AppError when it is not. */
export interface TranscriptStore {
  createSession(session: Session): void;
  session(id: SessionId): Session | null;
  sessions(): readonly Session[];
  renameSession(id: SessionId, title: string, at: number): void;
  turns(sessionId: SessionId): readonly Turn[];
  messages(sessionId: SessionId): readonly Message[];
  /** In one transaction: the turn, its first message, and the queue events that this message delivers. */
  beginTurn(turn: Turn, message: Message, delivers: readonly EventId[]): void;
  addMessage(message: Message): void;
  /** Changes what a user wrote, before it is answered. */
  editMessage(id: MessageId, text: string): void;
  /** Takes back a turn that was not begun, and its message. One that is gone already is no failure. */
  removeTurn(id: TurnId): void;
  endTurn(id: TurnId, end: { state: Exclude<TurnState, 'running'>; endedAt: number; error: TurnError | null }): void;
  /** Marks every turn still `running` as interrupted; returns them. For start-up after a crash. */
  interruptRunningTurns(endedAt: number): readonly Turn[];
}

/** A session as the store knows it: what a list shows, before anything alive is looked at. */
export interface SessionRow extends Session {
  readonly pinnedAt: number | null;
  readonly archivedAt: number | null;
  readonly messageCount: number;
  /** Of the turn that was asked for last. */
  readonly lastTurn: { readonly state: TurnState; readonly error: TurnError | null } | null;
}

export interface TranscriptPage {
  readonly messages: readonly Message[];
  /** Those that the messages belong to, in order. */
  readonly turns: readonly Turn[];
  readonly hasEarlier: boolean;
}

/** Sessions as a list of them is kept. Durable when a method returns; throws AppErrors, NOT_FOUND for a lost session. */
export interface SessionStore {
  /** Last used first; without deleted ones. */
  rows(): readonly SessionRow[];
  row(id: SessionId): SessionRow | null;
  /** Null takes the mark off. */
  mark(id: SessionId, mark: 'pinned' | 'archived' | 'deleted', at: number | null): void;
  /** Turn by turn, as a reader follows it; `without` are turns that have not begun. `before` must be of this session. */
  page(id: SessionId, page: PageRequest): TranscriptPage;
  lastUserText(id: SessionId): string | null;
  search(query: string): readonly SearchHit[];
  draft(id: SessionId): string;
  /** An empty text removes it. */
  saveDraft(id: SessionId, text: string, at: number): void;
}

export interface PageRequest {
  readonly before: MessageId | null;
  readonly limit: number;
  readonly without: readonly TurnId[];
}

/** Sessions as a window sees and changes them. Every method throws NOT_FOUND for a session that is gone. */
export interface Sessions {
  list(): readonly SessionSummary[];
  create(cwd: string): SessionSummary;
  rename(id: SessionId, title: string): void;
  pin(id: SessionId, isPinned: boolean): void;
  archive(id: SessionId, isArchived: boolean): void;
  /** Ends what goes on in it first. Resolves to what became of it, in words. */
  delete(id: SessionId, processes: 'stop' | 'keep'): Promise<string>;
  /** Waits for a deletion that is under way. */
  restore(id: SessionId): Promise<void>;
  search(query: string): readonly SearchHit[];
  transcript(id: SessionId, page: { readonly before: MessageId | null; readonly limit: number }): SessionTranscript;
  send(id: SessionId, text: string): void;
  /** What was stopped and what goes on, in words. */
  interrupt(id: SessionId): string;
  retry(id: SessionId): void;
  editQueued(id: SessionId, turnId: TurnId, text: string): void;
  removeQueued(id: SessionId, turnId: TurnId): void;
  draft(id: SessionId): string;
  saveDraft(id: SessionId, text: string): void;
}

export interface SessionTranscript extends TranscriptPage {
  readonly session: SessionSummary;
  readonly queued: readonly QueuedMessage[];
}

/** The queue of what processes have to tell, as a conversation sees it. */
export interface EventSource {
  /** Events that wait for this session, oldest first, without those that its agent has consumed. */
  waiting(sessionId: SessionId): readonly QueueEvent[];
}

export type EmitEngineEvent = (event: EngineEvent) => void;

/** Masks secrets in a text; valid JSON stays valid JSON. */
export type MaskText = (text: string) => string;

/** Masks a text that comes in pieces: what it gives out, joined, is the masked whole. One for each text. */
export interface StreamMask {
  /** The next piece in; out comes what can no longer become part of a secret (maybe nothing). */
  push(text: string): string;
  /** The rest. */
  end(): string;
}
