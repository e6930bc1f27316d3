import { useState } from 'react';
import { messageOf } from '../../../shared/errors/app-error';
import type { SessionSummary } from '../../../shared/schemas/session';
import { call } from '../../lib/bridge';
import { useToast } from '../../ui/toast';

const UNDO_MS = 10_000;

export interface SessionActs {
  readonly rename: (session: SessionSummary, title: string) => void;
  readonly pin: (session: SessionSummary) => void;
  readonly archive: (session: SessionSummary) => void;
  /** Asks first where something still runs. */
  readonly remove: (session: SessionSummary) => void;
  /** The one whose running processes are asked about; null when nothing is asked. */
  readonly asking: SessionSummary | null;
  readonly answer: (processes: 'stop' | 'keep' | 'cancel') => void;
}

/** What can be done to a session; each says what went wrong, and what cannot be seen can be undone. */
export function useSessionActs(onRemoved: (session: SessionSummary) => void): SessionActs {
  const { show } = useToast();
  const [asking, setAsking] = useState<SessionSummary | null>(null);

  const act = (work: Promise<unknown>) => {
    work.catch((error) => show(messageOf(error)));
  };
  const archive = async ({ id, title, archivedAt }: SessionSummary) => {
    const isArchived = archivedAt !== null;
    await call('sessions.archive', { sessionId: id, archived: !isArchived });
    if (isArchived) return;
    show(`“${title}” is archived.`, {
      action: {
        label: 'Undo',
        onSelect: () => act(call('sessions.archive', { sessionId: id, archived: false })),
      },
    });
  };
  const remove = async (session: SessionSummary, processes: 'stop' | 'keep') => {
    const { message } = await call('sessions.delete', { sessionId: session.id, processes });
    onRemoved(session);
    show(message, {
      durationMs: UNDO_MS,
      action: { label: 'Undo', onSelect: () => act(call('sessions.restore', { sessionId: session.id })) },
    });
  };

  return {
    rename: (session, title) => act(call('sessions.rename', { sessionId: session.id, title })),
    pin: (session) => act(call('sessions.pin', { sessionId: session.id, pinned: session.pinnedAt === null })),
    archive: (session) => act(archive(session)),
    remove: (session) => {
      if (session.runningProcesses > 0) setAsking(session);
      else act(remove(session, 'keep'));
    },
    asking,
    answer: (processes) => {
      setAsking(null);
      if (asking !== null && processes !== 'cancel') act(remove(asking, processes));
    },
  };
}
