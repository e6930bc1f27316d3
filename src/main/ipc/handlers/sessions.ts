import type { sessionCalls } from '../../../shared/contract/calls/sessions';
import type { Sessions } from '../../agent/ports';
import type { HandlersOf } from '../ports';

/** What a window gets of a conversation when it does not say how much. */
const PAGE_MESSAGES = 200;

export interface SessionHandlerPorts {
  readonly sessions: Sessions;
  /** Where a session works that was given no folder. */
  readonly defaultCwd: string;
}

/** The calls of `sessionCalls`. What goes wrong is thrown as an AppError; the router masks what goes out. */
export function sessionHandlers({ sessions, defaultCwd }: SessionHandlerPorts): HandlersOf<typeof sessionCalls> {
  return { ...listHandlers(sessions, defaultCwd), ...conversationHandlers(sessions) };
}

function listHandlers(sessions: Sessions, defaultCwd: string) {
  return {
    'sessions.list': async () => [...sessions.list()],
    'sessions.create': async ({ cwd }) => sessions.create(cwd ?? defaultCwd),
    'sessions.rename': async ({ sessionId, title }) => done(() => sessions.rename(sessionId, title)),
    'sessions.pin': async ({ sessionId, pinned }) => done(() => sessions.pin(sessionId, pinned)),
    'sessions.archive': async ({ sessionId, archived }) => done(() => sessions.archive(sessionId, archived)),
    'sessions.delete': async ({ sessionId, processes }) => ({ message: await sessions.delete(sessionId, processes) }),
    'sessions.restore': async ({ sessionId }) => done(() => sessions.restore(sessionId)),
    'sessions.search': async ({ query }) => [...sessions.search(query)],
    'sessions.draft': async ({ sessionId }) => ({ text: sessions.draft(sessionId) }),
    'sessions.saveDraft': async ({ sessionId, text }) => done(() => sessions.saveDraft(sessionId, text)),
  } satisfies Partial<HandlersOf<typeof sessionCalls>>;
}

function conversationHandlers(sessions: Sessions) {
  return {
    'sessions.transcript': async ({ sessionId, before, limit }) => {
      const page = { before: before ?? null, limit: limit ?? PAGE_MESSAGES };
      const { session, turns, messages, hasEarlier, queued } = sessions.transcript(sessionId, page);
      return { session, turns: [...turns], messages: [...messages], hasEarlier, queued: [...queued] };
    },
    'sessions.send': async ({ sessionId, text }) => done(() => sessions.send(sessionId, text)),
    'sessions.interrupt': async ({ sessionId }) => ({ message: sessions.interrupt(sessionId) }),
    'sessions.retry': async ({ sessionId }) => done(() => sessions.retry(sessionId)),
    'sessions.editQueued': async ({ sessionId, turnId, text }) =>
      done(() => sessions.editQueued(sessionId, turnId, text)),
    'sessions.removeQueued': async ({ sessionId, turnId }) => done(() => sessions.removeQueued(sessionId, turnId)),
  } satisfies Partial<HandlersOf<typeof sessionCalls>>;
}

/** Nothing to say beyond that it was done. */
async function done(work: () => unknown): Promise<Record<string, never>> {
  await work();
  return {};
}
