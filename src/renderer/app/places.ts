import { useMemo, useRef } from 'react';
import type { ProcessId, RequestId, SessionId } from '../../shared/lib/ids';
import type { ApprovalView } from '../../shared/schemas/approval';
import type { ProcessRecord } from '../../shared/schemas/process';
import type { Navigation } from './navigation';
import type { Panels } from './panels';

/** Every way to a place, with the panels that it needs. */
export interface Places {
  readonly showSession: (id: SessionId) => void;
  readonly newSession: () => void;
  readonly showProcess: (id: ProcessId) => void;
  readonly showApproval: (id: RequestId) => void;
  readonly showNextWaiting: () => void;
  readonly showRunning: () => void;
  readonly showSettings: (section?: string) => void;
  readonly showShortcuts: () => void;
  /** It was deleted: its conversation is left. */
  readonly sessionIsGone: (id: SessionId) => void;
}

interface PlacesOptions {
  readonly navigation: Navigation;
  readonly panels: Panels;
  readonly processes: readonly ProcessRecord[];
  readonly approvals: readonly ApprovalView[];
}

export function usePlaces(options: PlacesOptions): Places {
  const latest = useRef(options);
  latest.current = options;
  return useMemo(() => makePlaces(() => latest.current), []);
}

function makePlaces(now: () => PlacesOptions): Places {
  const showSession = (id: SessionId, requestId?: RequestId) => {
    now().navigation.showSession(id, requestId);
    now().panels.closeDrawer();
  };
  const showApproval = (requestId: RequestId) => {
    const approval = now().approvals.find((one) => one.requestId === requestId);
    if (approval !== undefined) showSession(approval.sessionId, requestId);
  };
  const showProcess = (id: ProcessId) => {
    const { navigation, panels, processes } = now();
    const owner = processes.find((process) => process.id === id)?.sessionId ?? null;
    if (owner !== null && (owner !== navigation.sessionId || navigation.view !== 'session'))
      navigation.showSession(owner);
    navigation.showProcess(id);
    panels.open('processes');
  };
  return {
    showSession: (id) => showSession(id),
    newSession: () => {
      now().navigation.showSession(null);
      now().panels.closeDrawer();
    },
    showProcess,
    showApproval,
    showNextWaiting: () => {
      const { navigation, approvals } = now();
      const current = approvals.findIndex(({ sessionId }) => sessionId === navigation.sessionId);
      const next = approvals[(current + 1) % approvals.length];
      if (next !== undefined) showSession(next.sessionId, next.requestId);
    },
    showRunning: () => now().panels.open('processes'),
    showSettings: (section) => {
      now().navigation.showSettings(section);
      now().panels.closeDrawer();
    },
    showShortcuts: () => {
      now().navigation.showShortcuts();
      now().panels.closeDrawer();
    },
    sessionIsGone: (id) => {
      if (now().navigation.sessionId === id) now().navigation.showSession(null);
    },
  };
}
