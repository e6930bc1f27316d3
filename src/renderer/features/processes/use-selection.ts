import { useEffect, useState } from 'react';
import type { ProcessId, SessionId } from '../../../shared/lib/ids';
import type { ProcessRecord } from '../../../shared/schemas/process';
import type { Scope } from './panel-head';
import { inListOrder } from './process-words';

const KEPT_KEY = 'talaria.process';

interface Wanted {
  readonly processes: readonly ProcessRecord[];
  readonly sessionId: SessionId | null;
  readonly selectedId: ProcessId | null;
}

/**
 * Which processes are listed and which one is shown: the one that was asked for, else the one that was shown before
 * the page was loaded again, else the first. One that was asked for and is of another session brings all into view.
 */
export function useSelection({ processes, sessionId, selectedId }: Wanted) {
  const [scope, setScope] = useState<Scope>('session');
  const [kept] = useState(() => sessionStorage.getItem(KEPT_KEY));
  const asked = processes.find(({ id }) => id === selectedId);
  const isElsewhere = asked !== undefined && asked.sessionId !== sessionId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new wish changes the scope, not its process.
  useEffect(() => {
    if (isElsewhere) setScope('all');
  }, [selectedId, isElsewhere]);
  useEffect(() => {
    if (selectedId !== null) sessionStorage.setItem(KEPT_KEY, selectedId);
  }, [selectedId]);

  const listed = inListOrder(scope === 'all' ? processes : processes.filter((one) => one.sessionId === sessionId));
  const shown = listed.find(({ id }) => id === selectedId) ?? listed.find(({ id }) => id === kept) ?? listed[0] ?? null;
  return { scope, setScope, listed, shown };
}
