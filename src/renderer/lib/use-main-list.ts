import { useSyncExternalStore } from 'react';
import type { IpcEventName, IpcEventPayload } from '../../shared/contract/ipc-events';
import { call, on } from './bridge';
import { type MainState, MainValue } from './main-value';

type ListEvent = Extract<IpcEventName, `${string}s.changed`>;

function mainList<T, N extends ListEvent>(event: N, load: () => Promise<readonly T[]>) {
  return new MainValue<readonly T[]>({
    initial: [],
    load,
    watch: (changed) => on(event, (list: IpcEventPayload<N>) => changed(list as unknown as readonly T[])),
  });
}

const sessions = mainList('sessions.changed', () => call('sessions.list', {}));
const processes = mainList('processes.changed', () => call('processes.list', {}));
const approvals = mainList('approvals.changed', () => call('approvals.list', {}));
const notices = mainList('notices.changed', () => call('notices.list', {}));

const useState = <T>(list: MainValue<readonly T[]>): MainState<readonly T[]> =>
  useSyncExternalStore(list.subscribe, list.getState);

export const useProcesses = () => useState(processes).value;
export const useNotices = () => useState(notices).value;

/** With what became of asking for them, for a list that has to say so. */
export const useSessionsState = () => useState(sessions);
export const useApprovalsState = () => useState(approvals);
export const reloadSessions = () => sessions.reload();
