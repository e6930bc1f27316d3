import { useEffect, useState } from 'react';
import { messageOf } from '../../../shared/errors/app-error';
import type { SessionId } from '../../../shared/lib/ids';
import type { Message } from '../../../shared/schemas/message';
import type { Turn } from '../../../shared/schemas/session';
import { call, on } from '../../lib/bridge';

export interface Transcript {
  readonly messages: readonly Message[];
  readonly turns: readonly Turn[];
  /** What the agent is writing right now. */
  readonly live: string;
  readonly problem: string | null;
}

const EMPTY: Transcript = { messages: [], turns: [], live: '', problem: null };

/** The transcript of one session, kept current while it is shown. */
export function useTranscript(sessionId: SessionId | null): Transcript {
  const [transcript, setTranscript] = useState(EMPTY);
  useEffect(() => {
    setTranscript(EMPTY);
    if (sessionId === null) return;
    let generation = 0;
    const load = async () => {
      generation += 1;
      const mine = generation;
      try {
        const { messages, turns } = await call('sessions.transcript', { sessionId });
        if (mine === generation) setTranscript((old) => ({ ...old, messages, turns, problem: null }));
      } catch (error) {
        if (mine === generation) setTranscript((old) => ({ ...old, problem: messageOf(error) }));
      }
    };
    const subscription = on('engine', (event) => {
      if (!('sessionId' in event) || event.sessionId !== sessionId) return;
      if (event.type === 'message.delta') {
        setTranscript((old) => ({ ...old, live: old.live + event.text }));
        return;
      }
      if (event.type === 'message.completed' || event.type === 'turn.failed' || event.type === 'turn.completed')
        setTranscript((old) => ({ ...old, live: '' }));
      void load();
    });
    void load();
    return () => {
      generation = Number.POSITIVE_INFINITY;
      subscription.dispose();
    };
  }, [sessionId]);
  return transcript;
}
