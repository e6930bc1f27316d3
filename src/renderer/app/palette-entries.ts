import { useMemo } from 'react';
import { commandKeys } from '../../shared/contract/command-keys';
import type { ProcessRecord } from '../../shared/schemas/process';
import type { SessionSummary } from '../../shared/schemas/session';
import type { PaletteEntry } from '../features/palette/index';
import { SECTIONS, settingsIndex } from '../features/settings/index';
import { runCommand } from '../lib/commands';
import { updateSettings } from '../lib/use-settings';
import type { Navigation } from './navigation';
import type { Panels } from './panels';
import type { Places } from './places';

interface EntryOptions {
  readonly isOpen: boolean;
  readonly sessions: readonly SessionSummary[];
  readonly processes: readonly ProcessRecord[];
  readonly places: Places;
  readonly panels: Panels;
  readonly navigation: Navigation;
}

const NONE: readonly PaletteEntry[] = [];
const NOT_LISTED: ReadonlySet<string> = new Set(['palette', 'close-top']);

/** All that the palette finds, made only while it is open. */
export function usePaletteEntries(options: EntryOptions): readonly PaletteEntry[] {
  const { isOpen, sessions, processes, places, panels, navigation } = options;
  return useMemo(() => {
    if (!isOpen) return NONE;
    return [
      ...actions(panels),
      ...sessions.map((session) => sessionEntry(session, places)),
      ...processes.map((process) => processEntry(process, places)),
      ...settingsIndex.map(({ section, label }): PaletteEntry => {
        return {
          id: `setting ${label}`,
          kind: 'Setting',
          label,
          detail: SECTIONS[section],
          keys: null,
          run: () => navigation.showSettings(section),
        };
      }),
    ];
  }, [isOpen, sessions, processes, places, panels, navigation]);
}

function actions({ isBelow, setIsBelow }: Panels): readonly PaletteEntry[] {
  const action = (id: string, label: string, run: () => void, keys: string | null = null): PaletteEntry => {
    return { id: `action ${id}`, kind: 'Action', label, detail: '', keys, run };
  };
  // A failure shows when the theme stays as it was; the settings say why.
  const theme = (value: string) => () => void updateSettings({ appearance: { theme: value } }).catch(() => undefined);
  return [
    ...commandKeys
      .filter(({ name }) => !NOT_LISTED.has(name))
      .map(({ name, label, accelerator }) => action(name, label, () => void runCommand({ name }), accelerator)),
    action('theme-dark', 'Dark theme', theme('dark')),
    action('theme-light', 'Light theme', theme('light')),
    action('theme-system', 'Theme as the system', theme('system')),
    isBelow
      ? action('processes-place', 'Move processes to the side', () => setIsBelow(false))
      : action('processes-place', 'Move processes below', () => setIsBelow(true)),
  ];
}

function sessionEntry(session: SessionSummary, places: Places): PaletteEntry {
  return {
    id: `session ${session.id}`,
    kind: 'Session',
    label: session.title,
    detail: session.stateText,
    keys: null,
    run: () => places.showSession(session.id),
  };
}

function processEntry(process: ProcessRecord, places: Places): PaletteEntry {
  return {
    id: `process ${process.id}`,
    kind: 'Process',
    label: process.command === '' ? 'Shell' : process.command,
    detail: process.state === 'ended' ? 'ended' : 'running',
    keys: null,
    run: () => places.showProcess(process.id),
  };
}
