import type { Message } from '../../../shared/schemas/message';
import type { Session, Turn } from '../../../shared/schemas/session';
import { buildContext } from '../context';
import type { ConversationPorts } from '../conversation-ports';
import { runTurn } from '../loop';
import type { LoopEvent, TurnEnd, TurnInput } from '../loop-types';
import { inStore, StoreFailure, turnFailureOf } from '../turn-failure';
import { TurnRecorder } from './turn-recorder';

/** A turn that is to be performed: its first message is stored, or `failure` says why it could not be. */
export interface TurnJob {
  readonly session: Session;
  readonly turn: Turn;
  readonly message: Extract<Message, { role: 'user' | 'event' }>;
  readonly failure: StoreFailure | null;
}

/** Stores a turn with its first message, and the delivery of the events that the message tells. Never throws. */
export function beginTurn(
  job: Omit<TurnJob, 'failure'>,
  delivers: Parameters<ConversationPorts['store']['beginTurn']>[2],
  store: ConversationPorts['store'],
): TurnJob {
  try {
    store.beginTurn(job.turn, job.message, delivers);
    return { ...job, failure: null };
  } catch (error) {
    return { ...job, failure: new StoreFailure(error) };
  }
}

/** Performs one turn from its `turn.started` to its end, whatever happens between. Never throws. */
export async function performTurn(job: TurnJob, ports: ConversationPorts, signal: AbortSignal): Promise<void> {
  const { turn, message } = job;
  const recorder = new TurnRecorder(turn, ports);
  const where = { sessionId: turn.sessionId, turnId: turn.id };
  ports.emit({ type: 'turn.started', ...where, trigger: turn.trigger });
  if (job.failure !== null) return recorder.fail(job.failure);
  const { id: messageId, role, text } = message;
  ports.emit({ type: 'message.completed', ...where, messageId, role, text });
  recorder.close(await drive(job, { recorder, ports, signal }));
}

async function drive(
  job: TurnJob,
  run: { readonly recorder: TurnRecorder; readonly ports: ConversationPorts; readonly signal: AbortSignal },
): Promise<TurnEnd> {
  const { recorder, ports, signal } = run;
  let events: AsyncGenerator<LoopEvent, TurnEnd> | null = null;
  try {
    events = runTurn(turnInput(job, ports), { ...ports, model: ports.model() }, signal);
    for (;;) {
      const next = await events.next();
      if (next.done === true) return next.value;
      recorder.record(next.value);
    }
  } catch (error) {
    await events?.return({ kind: 'interrupted' });
    return { kind: 'failed', error: turnFailureOf(error) };
  }
}

function turnInput(job: TurnJob, ports: ConversationPorts): TurnInput {
  const { session, turn } = job;
  const stored = inStore(() => ports.store.messages(session.id));
  return {
    sessionId: session.id,
    turnId: turn.id,
    cwd: session.cwd,
    system: ports.systemPrompt(session),
    messages: buildContext(stored, turn.id),
    ...ports.limits,
  };
}
