import type { MessageId, ProcessId } from '../../../../shared/lib/ids';
import type { Message } from '../../../../shared/schemas/message';
import type { Turn } from '../../../../shared/schemas/session';
import type { BlockRuns } from '../markdown/growing-blocks';
import type { LiveAnswer, Transcript } from '../store/transcript';
import type { Progress, ToolCall } from '../tools/tool-call';

type AssistantMessage = Extract<Message, { role: 'assistant' }>;

interface Placed {
  /** Names it on the page, for as long as it is there. */
  readonly key: string;
  /** Its message, counted from the first that was shown; earlier ones count down. It never changes. */
  readonly place: number;
}

/** What the conversation shows, one below the other. */
export type Item = Placed &
  (
    | { readonly kind: 'user'; readonly text: string; readonly at: number }
    | { readonly kind: 'event'; readonly text: string }
    | { readonly kind: 'name' }
    | {
        readonly kind: 'answer';
        readonly message: AssistantMessage | null;
        readonly runs: BlockRuns | null;
        readonly isGrowing: boolean;
      }
    | { readonly kind: 'tool'; readonly call: ToolCall }
    | { readonly kind: 'end'; readonly turn: Turn; readonly isLast: boolean }
  );

export interface Drawn {
  readonly drawn: ReadonlyMap<MessageId, LiveAnswer>;
  readonly processes: ReadonlyMap<string, ProcessId>;
  /** The call that runs waits for the user. */
  readonly isWaiting: boolean;
}

/** Turns a transcript into items. An item that did not change keeps its identity from the last time. */
export class ItemBuilder {
  private _last = new Map<string, Item>();

  build(transcript: Transcript, drawn: Drawn): readonly Item[] {
    const items = itemsOf(transcript, drawn).map((item) => {
      const old = this._last.get(item.key);
      return old !== undefined && isSame(old, item) ? old : item;
    });
    this._last = new Map(items.map((item) => [item.key, item]));
    return items;
  }
}

function itemsOf(transcript: Transcript, drawn: Drawn): readonly Item[] {
  const { messages, turns, firstShown } = transcript;
  const origin = Math.max(
    0,
    messages.findIndex(({ id }) => id === firstShown),
  );
  const results = new Map(
    messages.flatMap((one) => (one.role === 'tool' ? [[`${one.turnId} ${one.callId}`, one] as const] : [])),
  );
  const lastOfTurn = new Map(messages.map(({ turnId, id }) => [turnId, id]));
  const lastTurn = messages.at(-1)?.turnId;
  const claimed = new Set<Message>();
  const items: Item[] = [];
  let speaker: 'other' | 'agent' = 'other';
  messages.forEach((message, index) => {
    const place = index - origin;
    const before = messages[index - 1];
    const startedAt = before?.turnId === message.turnId ? before.createdAt : message.createdAt;
    const made = itemsOfMessage(message, {
      place,
      drawn,
      results,
      claimed,
      startedAt,
      running: transcript.runningTurn,
    });
    const isAgent = message.role === 'assistant' || message.role === 'tool';
    if (isAgent && speaker === 'other' && made.length > 0)
      items.push({ kind: 'name', key: `name ${message.id}`, place });
    if (made.length > 0) speaker = isAgent ? 'agent' : 'other';
    items.push(...made);
    const turn = turns.get(message.turnId);
    if (
      lastOfTurn.get(message.turnId) === message.id &&
      turn !== undefined &&
      hasEnd(turn) &&
      turn.id !== transcript.runningTurn
    )
      items.push({ kind: 'end', key: `end ${turn.id}`, place, turn, isLast: turn.id === lastTurn });
  });
  const live = [transcript.settled, transcript.live].filter((answer) => answer !== null);
  live.forEach((answer, index) => {
    const place = messages.length - origin + index;
    if (speaker === 'other') items.push({ kind: 'name', key: `name ${answer.key}`, place });
    speaker = 'agent';
    items.push({
      kind: 'answer',
      key: answer.key,
      place,
      message: null,
      runs: answer.runs,
      isGrowing: answer === transcript.live,
    });
  });
  return items;
}

interface Around {
  readonly place: number;
  readonly drawn: Drawn;
  readonly results: ReadonlyMap<string, Extract<Message, { role: 'tool' }>>;
  /** Results that a call has taken. */
  readonly claimed: Set<Message>;
  readonly startedAt: number;
  readonly running: Turn['id'] | null;
}

function itemsOfMessage(message: Message, around: Around): readonly Item[] {
  const { place } = around;
  switch (message.role) {
    case 'user':
      return [{ kind: 'user', key: message.id, place, text: message.text, at: message.createdAt }];
    case 'event':
      return [{ kind: 'event', key: message.id, place, text: message.text }];
    case 'assistant':
      return [...answerOf(message, around), ...callsOf(message, around)];
    case 'tool': {
      if (around.claimed.has(message)) return [];
      // Its call is on a page that is not loaded.
      const { callId, name, result, createdAt } = message;
      const call = {
        callId,
        name,
        args: '{}',
        result,
        progress: 'over' as const,
        startedAt: createdAt,
        endedAt: createdAt,
        processId: null,
      };
      return [{ kind: 'tool', key: message.id, place, call }];
    }
  }
}

function answerOf(message: AssistantMessage, { place, drawn }: Around): readonly Item[] {
  if (message.text.trim() === '') return [];
  const live = drawn.drawn.get(message.id);
  return [{ kind: 'answer', key: live?.key ?? message.id, place, message, runs: live?.runs ?? null, isGrowing: false }];
}

function callsOf(message: AssistantMessage, { place, drawn, results, claimed, running }: Around): readonly Item[] {
  let startedAt = message.createdAt;
  let open: Progress = message.turnId !== running ? 'over' : drawn.isWaiting ? 'waiting' : 'running';
  return message.toolCalls.map((toolCall) => {
    const result = results.get(`${message.turnId} ${toolCall.callId}`);
    if (result !== undefined) claimed.add(result);
    const call: ToolCall = {
      ...toolCall,
      result: result?.result ?? null,
      progress: result === undefined ? open : 'over',
      startedAt,
      endedAt: result?.createdAt ?? null,
      processId: drawn.processes.get(toolCall.callId) ?? null,
    };
    // Calls of one answer run one after another.
    if (result === undefined && open !== 'over') open = 'pending';
    startedAt = result?.createdAt ?? startedAt;
    return { kind: 'tool', key: `${message.id} ${toolCall.callId}`, place, call };
  });
}

function hasEnd(turn: Turn): boolean {
  return turn.error !== null || turn.state === 'interrupted' || turn.state === 'failed';
}

function isSame(one: Item, other: Item): boolean {
  if (one.kind === 'tool' && other.kind === 'tool')
    return one.place === other.place && isShallowSame(one.call, other.call);
  return isShallowSame(one, other);
}

function isShallowSame(one: object, other: object): boolean {
  const values = new Map<string, unknown>(Object.entries(other));
  return Object.entries(one).every(([name, value]) => values.get(name) === value);
}
