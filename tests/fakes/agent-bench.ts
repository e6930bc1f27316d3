import type { ConversationPorts } from '../../src/main/agent/conversation-ports';
import { Conversations } from '../../src/main/agent/conversations';
import type { MaskText, StreamMask } from '../../src/main/agent/ports';
import { type EngineEvent, engineEvents } from '../../src/shared/contract/engine-events';
import { IdSource, ProcessId, type SessionId } from '../../src/shared/lib/ids';
import type { QueueEvent } from '../../src/shared/schemas/queue-event';
import { FakeClock } from './fake-clock';
import { MemoryTranscript } from './memory-transcript';
import type { ScriptedModel } from './scripted-model';
import { ScriptedToolbox } from './scripted-toolbox';

/** The one secret of these tests, and what masks it. */
export const SECRET = ['hunter', '2-very-secret'].join('');
export const mask: MaskText = (text) => text.replaceAll(SECRET, '***');

/** Holds back what could be the beginning of the secret. */
export function createStreamMask(): StreamMask {
  let held = '';
  return {
    push(text) {
      const masked = mask(held + text);
      let keep = Math.min(SECRET.length - 1, masked.length);
      while (keep > 0 && !SECRET.startsWith(masked.slice(-keep))) keep--;
      held = keep === 0 ? '' : masked.slice(-keep);
      return masked.slice(0, masked.length - keep);
    },
    end: () => held,
  };
}

/** Ids that count: the nth id of a kind ends in n. */
export function countingIds(): IdSource {
  let last = 0;
  return new IdSource((count) => (++last).toString(16).padStart(count, '0'));
}

/** A promise that the test resolves. */
export class Gate {
  open: () => void = () => undefined;
  readonly opened = new Promise<void>((resolve) => {
    this.open = resolve;
  });
}

/** Lets everything run that needs no time. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Conversations on a scripted model, in memory, with a clock that stands still. */
export class AgentBench {
  readonly clock = new FakeClock();
  readonly events: EngineEvent[] = [];
  readonly problems: string[] = [];
  readonly idle: boolean[] = [];
  readonly conversations: Conversations;
  private _eventCount = 0;

  constructor(
    model: ScriptedModel,
    readonly toolbox: ScriptedToolbox = new ScriptedToolbox(),
    readonly store: MemoryTranscript = new MemoryTranscript(),
    ports: Partial<ConversationPorts> = {},
  ) {
    this.conversations = new Conversations({
      store,
      events: store,
      model: () => model,
      toolbox,
      clock: this.clock,
      ids: countingIds(),
      random: () => 0,
      mask,
      createStreamMask,
      systemPrompt: (session) => `folder ${session.cwd}`,
      emit: (event) => this._keep(event),
      reportProblem: (what) => this.problems.push(what),
      ...ports,
    });
    this.conversations.onIdleChange((isIdle) => this.idle.push(isIdle));
  }

  dispose(): void {
    this.conversations.dispose();
  }

  session(cwd = '/work'): SessionId {
    return this.conversations.createSession({ cwd }).id;
  }

  /** A notice as the queue would hold it; the caller decides whether to tell the conversations. */
  enqueue(sessionId: SessionId, fields: Partial<Extract<QueueEvent, { type: 'completion' }>> = {}): QueueEvent {
    const id = (++this._eventCount).toString(16).padStart(12, '0');
    const event = {
      id: `evt_${id}` as QueueEvent['id'],
      sessionId,
      processId: ProcessId.parse(`proc_${id}`),
      command: 'make',
      createdAt: this.clock.now(),
      type: 'completion',
      exitCode: 0,
      signal: null,
      reason: 'exited',
      output: 'done',
      charsBefore: 0,
      ...fields,
    } as const;
    this.store.enqueue(event);
    return event;
  }

  /** Events without the ids that every one of them has. */
  brief(): readonly string[] {
    return this.events.map(brief);
  }

  private _keep(event: EngineEvent): void {
    const { type, ...fields } = event;
    engineEvents[type].parse(fields);
    this.events.push(event);
  }
}

function brief(event: EngineEvent): string {
  switch (event.type) {
    case 'turn.started':
      return `turn.started ${event.trigger}`;
    case 'message.delta':
      return `delta ${event.text}`;
    case 'message.completed':
      return `${event.role}: ${event.text}`;
    case 'tool.started':
      return `tool.started ${event.callId} ${JSON.stringify(event.args)}`;
    case 'tool.completed':
      return `tool.completed ${event.callId} ${JSON.stringify(event.result)}`;
    case 'turn.failed':
      return `turn.failed ${event.error.layer} ${event.error.code}: ${event.error.message}`;
    default:
      return event.type;
  }
}
