import { useSyncExternalStore } from 'react';
import type { IpcOutput } from '../../shared/contract/ipc-calls';
import { Settings } from '../../shared/schemas/settings';
import { call, on } from './bridge';
import { type MainState, MainValue } from './main-value';

export type SettingsAnswer = IpcOutput<'settings.get'>;

const defaults = Settings.parse({});

const settings = new MainValue<SettingsAnswer>({
  initial: { settings: defaults, defaults, warnings: [] },
  load: () => call('settings.get', {}),
  watch: (changed) => on('settings.changed', () => changed()),
});

/** The settings in force; the defaults until main has answered. */
export const useSettings = (): Settings => useSettingsState().value.settings;

/** With the defaults, the warnings, and whether main has answered. */
export const useSettingsState = (): MainState<SettingsAnswer> =>
  useSyncExternalStore(settings.subscribe, settings.getState);

/** Merges into the settings; the page follows when main has written them. Rejects with what does not fit. */
export async function updateSettings(patch: Record<string, unknown>): Promise<void> {
  await call('settings.update', { patch });
  await settings.reload();
}
