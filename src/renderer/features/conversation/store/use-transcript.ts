import { useEffect, useSyncExternalStore } from 'react';
import type { SessionId } from '../../../../shared/lib/ids';
import type { SessionTranscript } from './session-transcript';
import { NO_TRANSCRIPT, type Transcript } from './transcript';
import { transcripts } from './transcripts';

const nothing = () => () => undefined;

/** The transcript of one session, kept current while it is shown. Null where no session is. */
export function useTranscript(sessionId: SessionId | null): {
  readonly source: SessionTranscript | null;
  readonly transcript: Transcript;
} {
  const source = sessionId === null ? null : transcripts.of(sessionId);
  const transcript = useSyncExternalStore(source?.subscribe ?? nothing, () => source?.state ?? NO_TRANSCRIPT);
  useEffect(() => {
    if (source !== null) void source.refresh();
  }, [source]);
  return { source, transcript };
}
