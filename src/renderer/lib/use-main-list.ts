import { useEffect, useState } from 'react';
import type { ApprovalView } from '../../shared/schemas/approval';
import type { ProcessRecord } from '../../shared/schemas/process';
import type { Session } from '../../shared/schemas/session';
import { call, on } from './bridge';

/** A list that main owns: asked for once, then replaced whenever main says that it changed. */
function useMainList<T>(
  load: () => Promise<readonly T[]>,
  subscribe: (set: (list: readonly T[]) => void) => () => void,
) {
  const [list, setList] = useState<readonly T[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: both functions are constants of the module.
  useEffect(() => {
    let isCurrent = true;
    const stop = subscribe((next) => {
      isCurrent = false;
      setList(next);
    });
    load().then(
      (first) => {
        if (isCurrent) setList(first);
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
      stop();
    };
  }, []);
  return list;
}

const stopOf = (subscription: { dispose(): void }) => () => subscription.dispose();

const loadSessions = () => call('sessions.list', {});
const watchSessions = (set: (list: readonly Session[]) => void) => stopOf(on('sessions.changed', set));
export const useSessions = () => useMainList(loadSessions, watchSessions);

const loadProcesses = () => call('processes.list', {});
const watchProcesses = (set: (list: readonly ProcessRecord[]) => void) => stopOf(on('processes.changed', set));
export const useProcesses = () => useMainList(loadProcesses, watchProcesses);

const loadApprovals = () => call('approvals.list', {});
const watchApprovals = (set: (list: readonly ApprovalView[]) => void) => stopOf(on('approvals.changed', set));
export const useApprovals = () => useMainList(loadApprovals, watchApprovals);
