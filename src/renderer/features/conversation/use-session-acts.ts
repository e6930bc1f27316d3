import { useCallback, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../shared/errors/app-error';
import type { SessionId } from '../../../shared/lib/ids';
import { call } from '../../lib/bridge';
import { transcripts } from './store/transcripts';

interface SessionActs {
  /** Sends a message; without a session it begins one. Rejects when it was not taken. */
  readonly send: (text: string) => Promise<void>;
  readonly stop: () => void;
  readonly retry: () => void;
  /** What the last act had to say, in words; null when nothing is left to say. */
  readonly says: string | null;
}

interface ActOptions {
  readonly sessionId: SessionId | null;
  /** Of a session that is about to begin; null is the usual one. */
  readonly folder: string | null;
  readonly onSessionCreated: (id: SessionId) => void;
}

/** What the user can do to a session. */
export function useSessionActs({ sessionId, folder, onSessionCreated }: ActOptions): SessionActs {
  const [says, setSays] = useState<string | null>(null);
  // A session whose first message was refused takes the next try.
  const begun = useRef<SessionId | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was said belongs to the session that was shown.
  useEffect(() => setSays(null), [sessionId]);

  const send = async (text: string) => {
    setSays(null);
    const id = sessionId ?? begun.current ?? (await call('sessions.create', folder === null ? {} : { cwd: folder })).id;
    begun.current = sessionId === null ? id : null;
    // From before the first word on, so that none is missed.
    const transcript = transcripts.of(id);
    await call('sessions.send', { sessionId: id, text });
    begun.current = null;
    void transcript.refresh();
    if (sessionId === null) onSessionCreated(id);
  };
  const stop = useCallback(() => {
    if (sessionId === null) return;
    call('sessions.interrupt', { sessionId }).then(
      ({ message }) => setSays(message),
      (error: unknown) => setSays(messageOf(error)),
    );
  }, [sessionId]);
  const retry = useCallback(() => {
    if (sessionId === null) return;
    setSays(null);
    call('sessions.retry', { sessionId }).then(
      () => transcripts.of(sessionId).refresh(),
      (error: unknown) => setSays(messageOf(error)),
    );
  }, [sessionId]);
  return { send, stop, retry, says };
}
