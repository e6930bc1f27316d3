import { useSyncExternalStore } from 'react';
import type { IpcOutput } from '../../shared/contract/ipc-calls';
import { call, on } from './bridge';
import { MainValue } from './main-value';

export type AppInfo = IpcOutput<'app.info'>;

const info = new MainValue<AppInfo | null>({
  initial: null,
  load: () => call('app.info', {}),
  watch: (changed) => on('settings.changed', () => changed()),
});

/** What Talaria is and where it runs; null until main has answered. */
export const useInfo = (): AppInfo | null => useSyncExternalStore(info.subscribe, info.getState).value;

export const reloadInfo = () => info.reload();
