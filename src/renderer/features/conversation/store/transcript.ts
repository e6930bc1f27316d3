import type { QueuedMessage } from '../../../../shared/contract/calls/sessions';
import type { IpcOutput } from '../../../../shared/contract/ipc-calls';
import type { MessageId, TurnId } from '../../../../shared/lib/ids';
import type { Message } from '../../../../shared/schemas/message';
import type { SessionSummary, Turn } from '../../../../shared/schemas/session';
import type { BlockRuns } from '../markdown/growing-blocks';

export type Page = IpcOutput<'sessions.transcript'>;

/** Text that the agent is writing, or has written and the stored message has not been fetched yet. */
export interface LiveAnswer {
  /** Names it on the page; the stored message takes this name over, so that nothing is drawn anew. */
  readonly key: string;
  readonly runs: BlockRuns;
}

/** One conversation as the page knows it. */
export interface Transcript {
  readonly session: SessionSummary | null;
  readonly messages: readonly Message[];
  readonly turns: ReadonlyMap<TurnId, Turn>;
  readonly queued: readonly QueuedMessage[];
  readonly hasEarlier: boolean;
  readonly isLoadingEarlier: boolean;
  /** The message that the first page began with: places on the page are counted from it. */
  readonly firstShown: MessageId | null;
  /** Written, not fetched yet. */
  readonly settled: LiveAnswer | null;
  /** Being written. */
  readonly live: LiveAnswer | null;
  readonly runningTurn: TurnId | null;
  readonly problem: string | null;
}

export const NO_TRANSCRIPT: Transcript = {
  session: null,
  messages: [],
  turns: new Map(),
  queued: [],
  hasEarlier: false,
  isLoadingEarlier: false,
  firstShown: null,
  settled: null,
  live: null,
  runningTurn: null,
  problem: null,
};

/**
 * A transcript with the newest messages joined on. Null when they do not reach back to what is known: then more of
 * them have to be asked for. What is known keeps its identity.
 */
export function withNewest(known: Transcript, page: Page): Transcript | null {
  const isFirst = known.session === null;
  const ids = new Set(known.messages.map(({ id }) => id));
  const joint = page.messages.findIndex(({ id }) => ids.has(id));
  if (joint === -1 && !isFirst && page.hasEarlier) return null;
  const messages = joined(known.messages, page, Math.max(0, joint));
  return {
    ...known,
    session: page.session,
    messages,
    turns: withTurns(known.turns, page.turns),
    queued: page.queued,
    hasEarlier: isFirst ? page.hasEarlier : known.hasEarlier,
    firstShown: known.firstShown ?? messages[0]?.id ?? null,
    problem: null,
  };
}

/** What is known up to the joint, then the page from there on, in its order; messages that wait are not in it. */
function joined(known: readonly Message[], page: Page, joint: number): readonly Message[] {
  const waiting = new Set(page.queued.map(({ messageId }) => messageId));
  const old = new Map(known.map((message) => [message.id, message]));
  const from = known.findIndex(({ id }) => id === page.messages[joint]?.id);
  const rest = page.messages.slice(joint).filter(({ id }) => !waiting.has(id));
  const messages = [...known.slice(0, from === -1 ? known.length : from), ...rest.map((one) => old.get(one.id) ?? one)];
  const isSame = messages.length === known.length && messages.every((message, at) => message === known[at]);
  return isSame ? known : messages;
}

/** A transcript with the page before its first message. */
export function withEarlier(known: Transcript, page: Page): Transcript {
  const ids = new Set(known.messages.map(({ id }) => id));
  const added = page.messages.filter(({ id }) => !ids.has(id));
  return {
    ...known,
    messages: [...added, ...known.messages],
    turns: withTurns(known.turns, page.turns),
    // A page without anything new is the end, whatever it says.
    hasEarlier: page.hasEarlier && added.length > 0,
    isLoadingEarlier: false,
  };
}

function withTurns(known: Transcript['turns'], turns: readonly Turn[]): Transcript['turns'] {
  const isSame = turns.every((turn) => {
    const old = known.get(turn.id);
    return old !== undefined && old.state === turn.state && old.endedAt === turn.endedAt;
  });
  return isSame ? known : new Map([...known, ...turns.map((turn) => [turn.id, turn] as const)]);
}

/** The turn that runs by what main answered: one that is not over, and whose message does not wait. */
export function runningTurnOf({ turns, queued }: Page): TurnId | null {
  const waiting = new Set(queued.map(({ turnId }) => turnId));
  return turns.find(({ id, state }) => state === 'running' && !waiting.has(id))?.id ?? null;
}
