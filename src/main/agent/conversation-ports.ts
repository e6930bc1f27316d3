import type { Clock } from '../../shared/lib/clock';
import type { IdSource } from '../../shared/lib/ids';
import type { Session } from '../../shared/schemas/session';
import type { EmitEngineEvent, EventSource, MaskText, Model, StreamMask, Toolbox, TranscriptStore } from './ports';

/** Everything that conversations need from outside; wired in one place. */
export interface ConversationPorts {
  readonly store: TranscriptStore;
  readonly events: EventSource;
  /** Asked at the start of every turn, so that a change of model holds from the next turn on. */
  readonly model: () => Model;
  readonly toolbox: Toolbox;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** At least 0, less than 1. */
  readonly random: () => number;
  readonly mask: MaskText;
  readonly createStreamMask: () => StreamMask;
  readonly systemPrompt: (session: Session) => string;
  readonly emit: EmitEngineEvent;
  /** For the log: what went wrong where no turn can tell it. */
  readonly reportProblem: (what: string, error: unknown) => void;
  readonly limits?: { readonly maxSteps?: number; readonly maxContextChars?: number };
}
