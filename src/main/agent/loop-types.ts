import type { ErrorCode, ErrorLayer } from '../../shared/errors/codes';
import type { Clock } from '../../shared/lib/clock';
import type { SessionId, TurnId } from '../../shared/lib/ids';
import type { MaskText, Model, ModelMessage, StreamMask, Toolbox, ToolCall } from './ports';

export interface TurnInput {
  readonly sessionId: SessionId;
  readonly turnId: TurnId;
  readonly cwd: string;
  readonly system: string;
  /** The conversation up to and with the message that this turn answers. */
  readonly messages: readonly ModelMessage[];
  /** Model calls before the turn is ended; default 60. */
  readonly maxSteps?: number;
  /** What one request may hold of the conversation; default 400,000 characters. */
  readonly maxContextChars?: number;
}

export interface TurnPorts {
  readonly model: Model;
  readonly toolbox: Toolbox;
  readonly clock: Clock;
  /** At least 0, less than 1: spreads retries. */
  readonly random: () => number;
  readonly mask: MaskText;
  readonly createStreamMask: () => StreamMask;
}

/** Everything that a turn does, in order; every text in it is masked. */
export type LoopEvent =
  | { readonly type: 'delta'; readonly text: string }
  /** The whole answer of one step, before its calls run: to be stored before the next event is asked for. */
  | { readonly type: 'assistant'; readonly text: string; readonly toolCalls: readonly ToolCall[] }
  | { readonly type: 'tool-started'; readonly call: ToolCall }
  | { readonly type: 'tool-completed'; readonly callId: string; readonly name: string; readonly result: string }
  /** The calls of the step have their results. */
  | { readonly type: 'step-ended' };

export interface TurnFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly layer: ErrorLayer;
}

export type TurnEnd =
  | { readonly kind: 'completed' }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'failed'; readonly error: TurnFailure };
