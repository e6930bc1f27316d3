import { useEffect } from 'react';
import type { ProcessId, SessionId } from '../../shared/lib/ids';
import { call } from '../lib/bridge';

/** Tells main what is on screen: notices and menus follow it. */
export function useShowing(sessionId: SessionId | null, processId: ProcessId | null): void {
  useEffect(() => {
    // A refusal changes nothing here: the next place is told again.
    call('app.showing', { sessionId, processId }).catch(() => undefined);
  }, [sessionId, processId]);
}
