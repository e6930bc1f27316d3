import { useEffect, useRef } from 'react';
import type { SessionId } from '../../shared/lib/ids';
import type { ApprovalView } from '../../shared/schemas/approval';
import type { MainState } from '../lib/main-value';
import { useToast } from '../ui/toast';
import type { Navigation } from './navigation';

const STAYS_MS = 12_000;

/** Says so when an approval begins to wait in a conversation that is not on screen, with the way there. */
export function useApprovalToasts(approvals: MainState<readonly ApprovalView[]>, navigation: Navigation): void {
  const { show } = useToast();
  const known = useRef<ReadonlySet<string> | null>(null);
  const { view, sessionId, showSession } = navigation;
  const shown: SessionId | null = view === 'session' ? sessionId : null;
  useEffect(() => {
    if (!approvals.isLoaded) return;
    const before = known.current;
    known.current = new Set(approvals.value.map(({ requestId }) => requestId));
    if (before === null) return;
    for (const { requestId, sessionId: owner, sessionTitle } of approvals.value) {
      if (before.has(requestId) || owner === shown) continue;
      show(`“${sessionTitle}” asks before it runs a command.`, {
        durationMs: STAYS_MS,
        action: { label: 'Show', onSelect: () => showSession(owner, requestId) },
      });
    }
  }, [approvals, shown, show, showSession]);
}
