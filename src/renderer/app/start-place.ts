import { useEffect, useRef } from 'react';
import type { SessionId } from '../../shared/lib/ids';
import type { SessionSummary } from '../../shared/schemas/session';
import { on } from '../lib/bridge';
import { readRemembered, remember } from '../lib/remembered';
import type { Navigation } from './navigation';

/** The session to begin with: one that works already (it was asked for at the start), the last one seen, the newest. */
export function firstSession(sessions: readonly SessionSummary[], remembered: unknown): SessionId | null {
  const kept = sessions.filter(({ archivedAt }) => archivedAt === null);
  const [newest] = kept;
  if (newest?.activity === 'working' || newest?.activity === 'waiting') return newest.id;
  return (kept.find(({ id }) => id === remembered) ?? newest)?.id ?? null;
}

/** Opens the page where the user left it. */
export function useStartPlace(navigation: Navigation, sessions: readonly SessionSummary[], isLoaded: boolean): void {
  const { isChosen, sessionId, showSession } = navigation;
  const hasStarted = useRef(false);
  useEffect(() => {
    if (!isLoaded || hasStarted.current) return;
    hasStarted.current = true;
    if (isChosen) return;
    const first = firstSession(sessions, readRemembered('session'));
    if (first !== null) showSession(first);
  }, [isLoaded, isChosen, sessions, showSession]);

  // A session that begins while nothing has been chosen is the one that was asked for at the start.
  useEffect(() => {
    if (isChosen) return;
    const subscription = on('engine', (event) => {
      if (event.type === 'session.started') showSession(event.sessionId);
    });
    return () => subscription.dispose();
  }, [isChosen, showSession]);

  useEffect(() => {
    if (sessionId !== null) remember('session', sessionId);
  }, [sessionId]);
}
