import type { PageCommand } from './ipc-events';

/** Commands without an argument: what a menu item, a key or the palette can ask for. */
export type PageCommandName = Exclude<PageCommand['name'], `show-${string}`>;

export interface CommandKey {
  readonly name: PageCommandName;
  /** As menus and the shortcuts page show it. */
  readonly label: string;
  /** In Electron's words: `CmdOrCtrl` is Command on a Mac and Control elsewhere. */
  readonly accelerator: string;
}

/** The keys of all commands. The native menu has them; the page shows them. */
export const commandKeys = [
  { name: 'new-session', label: 'New session', accelerator: 'CmdOrCtrl+N' },
  { name: 'new-shell', label: 'New shell', accelerator: 'CmdOrCtrl+Shift+`' },
  { name: 'search-sessions', label: 'Search sessions', accelerator: 'CmdOrCtrl+Shift+F' },
  { name: 'close-top', label: 'Close what is on top', accelerator: 'CmdOrCtrl+W' },
  { name: 'settings', label: 'Settings', accelerator: 'CmdOrCtrl+,' },
  { name: 'find', label: 'Find in conversation', accelerator: 'CmdOrCtrl+F' },
  { name: 'find-next', label: 'Find next', accelerator: 'CmdOrCtrl+G' },
  { name: 'find-previous', label: 'Find previous', accelerator: 'CmdOrCtrl+Shift+G' },
  { name: 'palette', label: 'Command palette', accelerator: 'CmdOrCtrl+K' },
  { name: 'toggle-sidebar', label: 'Show or hide sessions', accelerator: 'CmdOrCtrl+B' },
  { name: 'toggle-processes', label: 'Show or hide processes', accelerator: 'CmdOrCtrl+J' },
  { name: 'next-session', label: 'Next session', accelerator: 'Ctrl+Tab' },
  { name: 'previous-session', label: 'Previous session', accelerator: 'Ctrl+Shift+Tab' },
  { name: 'stop-turn', label: 'Stop the agent', accelerator: 'CmdOrCtrl+.' },
  { name: 'shortcuts', label: 'Keyboard shortcuts', accelerator: 'CmdOrCtrl+/' },
] as const satisfies readonly CommandKey[];
