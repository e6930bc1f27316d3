import { commandKeys, type PageCommandName } from '../../../shared/contract/command-keys';

/** What an item does that the page cannot. */
export type ShellAct = 'zoom-in' | 'zoom-out' | 'zoom-reset' | 'reveal-logs' | 'export-logs' | 'reload-page' | 'quit';

type Role =
  | 'undo'
  | 'redo'
  | 'cut'
  | 'copy'
  | 'paste'
  | 'selectAll'
  | 'about'
  | 'services'
  | 'hide'
  | 'hideOthers'
  | 'unhide'
  | 'minimize'
  | 'togglefullscreen'
  | 'front';

/** One item of the native menu, as data. */
export type MenuEntry =
  | { readonly kind: 'separator' }
  | { readonly kind: 'role'; readonly role: Role }
  | {
      readonly kind: 'command';
      readonly id: PageCommandName;
      readonly label: string;
      readonly accelerator: string;
      readonly needsSession: boolean;
    }
  | { readonly kind: 'act'; readonly id: ShellAct; readonly label: string; readonly accelerator: string | null };

export interface MenuGroup {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
}

const SEPARATOR = { kind: 'separator' } as const;
const role = (name: Role) => ({ kind: 'role', role: name }) as const;
const act = (id: ShellAct, label: string, accelerator: string | null = null) =>
  ({ kind: 'act', id, label, accelerator }) as const;

/** Of no use while no session is shown. */
const NEEDS_SESSION: ReadonlySet<PageCommandName> = new Set(['stop-turn', 'find', 'find-next', 'find-previous']);

function command(name: PageCommandName): MenuEntry {
  const key = commandKeys.find((candidate) => candidate.name === name);
  if (key === undefined) throw new Error(`the command ${name} has no key`);
  const { label, accelerator } = key;
  return { kind: 'command', id: name, label, accelerator, needsSession: NEEDS_SESSION.has(name) };
}

/** The whole menu (every command and its key); on a Mac with the app's own menu in front. */
export function menuTemplate(platform: NodeJS.Platform): readonly MenuGroup[] {
  const isMac = platform === 'darwin';
  return [
    ...(isMac ? [macAppGroup()] : []),
    { label: 'File', entries: fileEntries(isMac) },
    {
      label: 'Edit',
      entries: [
        ...(['undo', 'redo'] as const).map(role),
        SEPARATOR,
        ...(['cut', 'copy', 'paste', 'selectAll'] as const).map(role),
        SEPARATOR,
        ...(['find', 'find-next', 'find-previous', 'search-sessions'] as const).map(command),
      ],
    },
    {
      label: 'View',
      entries: [
        ...(['palette', 'toggle-sidebar', 'toggle-processes'] as const).map(command),
        SEPARATOR,
        act('zoom-in', 'Larger', 'CmdOrCtrl+Plus'),
        act('zoom-out', 'Smaller', 'CmdOrCtrl+-'),
        act('zoom-reset', 'Usual size', 'CmdOrCtrl+0'),
        SEPARATOR,
        role('togglefullscreen'),
        act('reload-page', 'Reload the window'),
      ],
    },
    { label: 'Session', entries: (['next-session', 'previous-session', 'stop-turn'] as const).map(command) },
    ...(isMac ? [{ label: 'Window', entries: [role('minimize'), role('front')] }] : []),
    {
      label: 'Help',
      entries: [
        command('shortcuts'),
        SEPARATOR,
        act('reveal-logs', 'Show logs'),
        act('export-logs', 'Export logs…'),
        ...(isMac ? [] : [SEPARATOR, role('about')]),
      ],
    },
  ];
}

function fileEntries(isMac: boolean): readonly MenuEntry[] {
  return [
    ...(['new-session', 'new-shell'] as const).map(command),
    SEPARATOR,
    ...(isMac ? [] : [command('settings'), SEPARATOR]),
    command('close-top'),
    ...(isMac ? [] : [act('quit', 'Quit', 'CmdOrCtrl+Q')]),
  ];
}

function macAppGroup(): MenuGroup {
  return {
    label: 'Talaria',
    entries: [
      role('about'),
      SEPARATOR,
      command('settings'),
      SEPARATOR,
      ...(['services', 'hide', 'hideOthers', 'unhide'] as const).map(role),
      SEPARATOR,
      act('quit', 'Quit Talaria', 'CmdOrCtrl+Q'),
    ],
  };
}
