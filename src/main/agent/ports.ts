import type { EngineEvent } from '../../shared/contract/engine-events';
import type { AppError } from '../../shared/errors/app-error';
import type { ErrorLayer } from '../../shared/errors/codes';
import type { EventId, SessionId, TurnId } from '../../shared/lib/ids';
import type { JsonObject } from '../../shared/lib/json';
import type { Message } from '../../shared/schemas/message';
import type { QueueEvent } from '../../shared/schemas/queue-event';
import type { Session, Turn, TurnError, TurnState } from '../../shared/schemas/session';

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
  endTurn(id: TurnId, end: { state: Exclude<TurnState, 'running'>; endedAt: number; error: TurnError | null }): void;
  /** Marks every turn still `running` as interrupted; returns them. For start-up after a crash. */
  interruptRunningTurns(endedAt: number): readonly Turn[];
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
