import { useCallback, useEffect, useState } from 'react';
import type { SessionId } from '../../../../shared/lib/ids';
import { call } from '../../../lib/bridge';

const SAVE_AFTER_MS = 400;

/** What stands in the box of each session; null is the session that begins with the next message. */
const drafts = new Map<SessionId | null, string>();
const unsaved = new Map<SessionId, ReturnType<typeof setTimeout>>();

/** The text in the message box of a session: kept while another one is shown, and over a restart. */
export function useDraft(sessionId: SessionId | null): readonly [string, (text: string) => void] {
  const [, redraw] = useState({});
  useEffect(() => {
    if (sessionId === null || drafts.has(sessionId)) return;
    let isWanted = true;
    call('sessions.draft', { sessionId }).then(
      ({ text }) => {
        if (drafts.has(sessionId)) return;
        drafts.set(sessionId, text);
        if (isWanted) redraw({});
      },
      // An empty box is what there is without it.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [sessionId]);
  useEffect(() => {
    window.addEventListener('pagehide', saveAll);
    return () => {
      window.removeEventListener('pagehide', saveAll);
      saveAll();
    };
  }, []);
  const setText = useCallback(
    (text: string) => {
      drafts.set(sessionId, text);
      if (sessionId !== null) saveSoon(sessionId);
      redraw({});
    },
    [sessionId],
  );
  return [drafts.get(sessionId) ?? '', setText];
}

function saveSoon(sessionId: SessionId): void {
  clearTimeout(unsaved.get(sessionId));
  unsaved.set(
    sessionId,
    setTimeout(() => save(sessionId), SAVE_AFTER_MS),
  );
}

function save(sessionId: SessionId): void {
  clearTimeout(unsaved.get(sessionId));
  unsaved.delete(sessionId);
  // A draft that cannot be saved is still in the box; the next change tries again.
  call('sessions.saveDraft', { sessionId, text: drafts.get(sessionId) ?? '' }).catch(() => undefined);
}

function saveAll(): void {
  for (const sessionId of [...unsaved.keys()]) save(sessionId);
}
