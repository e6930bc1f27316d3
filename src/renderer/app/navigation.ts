import { createContext, useCallback, useContext, useMemo, useState } from 'react';
import type { ProcessId, RequestId, SessionId } from '../../shared/lib/ids';

export type View = 'session' | 'settings' | 'shortcuts';

export interface Navigation {
  readonly view: View;
  /** Null: a session that begins with the next message. */
  readonly sessionId: SessionId | null;
  readonly processId: ProcessId | null;
  /** An approval that somebody jumped to. */
  readonly requestId: RequestId | null;
  readonly settingsSection: string | null;
  /** False until the user, or a link, has asked for a place. */
  readonly isChosen: boolean;
  readonly showSession: (id: SessionId | null, requestId?: RequestId) => void;
  readonly showProcess: (id: ProcessId | null) => void;
  readonly showSettings: (section?: string) => void;
  readonly showShortcuts: () => void;
  /** Back to the conversation. */
  readonly leave: () => void;
}

type Place = Pick<Navigation, 'view' | 'sessionId' | 'processId' | 'requestId' | 'settingsSection' | 'isChosen'>;

const START: Place = {
  view: 'session',
  sessionId: null,
  processId: null,
  requestId: null,
  settingsSection: null,
  isChosen: false,
};

export const NavigationContext = createContext<Navigation | null>(null);

/** Where the page is, and the ways to go elsewhere. */
export function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext);
  if (navigation === null) throw new Error('useNavigation is used outside NavigationContext');
  return navigation;
}

/** The state behind `NavigationContext`; the app holds it once. */
export function useNavigationState(): Navigation {
  const [place, setPlace] = useState(START);
  const go = useCallback((next: Partial<Place>) => setPlace((old) => ({ ...old, ...next, isChosen: true })), []);
  return useMemo(
    () => ({
      ...place,
      showSession: (sessionId, requestId) => go({ view: 'session', sessionId, requestId: requestId ?? null }),
      showProcess: (processId) => go({ processId }),
      showSettings: (section) => go({ view: 'settings', settingsSection: section ?? null }),
      showShortcuts: () => go({ view: 'shortcuts' }),
      leave: () => go({ view: 'session' }),
    }),
    [place, go],
  );
}
