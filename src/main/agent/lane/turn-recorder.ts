import { assertNever } from '../../../shared/lib/assert-never';
import type { MessageId } from '../../../shared/lib/ids';
import type { Message } from '../../../shared/schemas/message';
import type { Turn, TurnError } from '../../../shared/schemas/session';
import type { ConversationPorts } from '../conversation-ports';
import type { LoopEvent, TurnEnd, TurnFailure } from '../loop-types';
import type { ToolCall } from '../ports';
import { jsonOrText } from '../step/mask-json';
import { inStore, StoreFailure, turnFailureOf } from '../turn-failure';

const CANCELLED: TurnFailure = {
  code: 'CANCELLED',
  message: 'The turn was stopped before it ended.',
  layer: 'internal',
};

type RecorderPorts = Pick<ConversationPorts, 'store' | 'clock' | 'ids' | 'mask' | 'emit' | 'reportProblem'>;

/**
 * Writes what one turn does into the transcript and tells it as engine events, in the order of design 4: what is
 * told is stored first, and an answer is told as completed after the calls that it made.
 */
export class TurnRecorder {
  private readonly _where: Pick<Turn, 'sessionId'> & { readonly turnId: Turn['id'] };
  private _untold: { readonly messageId: MessageId; readonly text: string } | null = null;

  constructor(
    private readonly _turn: Turn,
    private readonly _ports: RecorderPorts,
  ) {
    this._where = { sessionId: _turn.sessionId, turnId: _turn.id };
  }

  /** Throws a StoreFailure when the transcript cannot take it; then the turn must not go on. */
  record(event: LoopEvent): void {
    switch (event.type) {
      case 'delta':
        this._ports.emit({ type: 'message.delta', ...this._where, text: event.text });
        break;
      case 'assistant':
        this._recordAnswer(event);
        break;
      case 'tool-started':
        this._tellCall(event.call);
        break;
      case 'tool-completed':
        this._recordResult(event);
        break;
      case 'step-ended':
        this._tellAnswer();
        break;
      default:
        assertNever(event);
    }
  }

  /** Ends the turn in the store and tells it; a store that fails here is reported, and the turn is told as failed. */
  close(end: TurnEnd): void {
    this._tellAnswer();
    const failure = end.kind === 'completed' ? null : this._masked(end.kind === 'failed' ? end.error : CANCELLED);
    const error = this._end(end, failure) ?? failure;
    if (error === null) this._ports.emit({ type: 'turn.completed', ...this._where });
    else this._ports.emit({ type: 'turn.failed', ...this._where, error });
  }

  /** For a turn that could not even be begun: there is no row to end. */
  fail(cause: StoreFailure): void {
    this._ports.emit({ type: 'turn.failed', ...this._where, error: this._masked(turnFailureOf(cause)) });
  }

  private _recordAnswer(event: Extract<LoopEvent, { type: 'assistant' }>): void {
    const messageId = this._ports.ids.message();
    const { text } = event;
    const toolCalls = [...event.toolCalls];
    const message: Message = { ...this._base(messageId), role: 'assistant', text, toolCalls };
    inStore(() => this._ports.store.addMessage(message));
    this._untold = { messageId, text };
  }

  private _tellCall({ callId, name, args }: ToolCall): void {
    this._ports.emit({ type: 'tool.started', ...this._where, callId, name, args: jsonOrText(args) });
  }

  private _recordResult(event: Extract<LoopEvent, { type: 'tool-completed' }>): void {
    const { callId, name, result } = event;
    const message: Message = { ...this._base(this._ports.ids.message()), role: 'tool', callId, name, result };
    try {
      inStore(() => this._ports.store.addMessage(message));
    } finally {
      // Told in any case: the call was told as started, and it has ended.
      this._ports.emit({ type: 'tool.completed', ...this._where, callId, name, result: jsonOrText(result) });
    }
  }

  private _tellAnswer(): void {
    const answer = this._untold;
    this._untold = null;
    if (answer === null || answer.text === '') return;
    this._ports.emit({ type: 'message.completed', ...this._where, role: 'assistant', ...answer });
  }

  private _base(id: MessageId) {
    return { id, ...this._where, createdAt: this._ports.clock.now() };
  }

  private _masked(failure: TurnFailure): TurnFailure {
    try {
      return { ...failure, message: this._ports.mask(failure.message) };
    } catch (error) {
      this._ports.reportProblem('a message could not be masked', error);
      return { ...failure, message: 'The turn failed. Its message is withheld, because it could not be masked.' };
    }
  }

  private _end(end: TurnEnd, error: TurnError | null): TurnFailure | null {
    const state = end.kind;
    try {
      this._ports.store.endTurn(this._turn.id, { state, endedAt: this._ports.clock.now(), error });
      return null;
    } catch (cause) {
      this._ports.reportProblem('the end of a turn could not be saved', cause);
      return end.kind === 'completed' ? this._masked(turnFailureOf(new StoreFailure(cause))) : null;
    }
  }
}
