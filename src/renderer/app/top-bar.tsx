import type { ReactNode } from 'react';
import { runCommand } from '../lib/commands';
import { Icon } from '../ui/icon';
import { IconButton } from '../ui/icon-button';
import { Kbd } from '../ui/kbd';

interface TopBarProps {
  readonly title: ReactNode;
  readonly folder: { readonly short: string; readonly whole: string } | null;
  readonly isSidebarOpen: boolean;
  readonly areProcessesOpen: boolean;
  readonly onToggleSidebar: () => void;
  readonly onToggleProcesses: () => void;
  readonly bell: ReactNode;
}

export function TopBar(props: TopBarProps) {
  const { title, folder, isSidebarOpen, areProcessesOpen, onToggleSidebar, onToggleProcesses, bell } = props;
  return (
    <header className="app-bar" data-region="bar">
      <div className="app-bar-left">
        <IconButton
          label={isSidebarOpen ? 'Hide sessions' : 'Show sessions'}
          icon="sidebar"
          iconSize={16}
          aria-expanded={isSidebarOpen}
          onClick={onToggleSidebar}
        />
        {title}
        {folder !== null && (
          <span className="app-folder" title={folder.whole}>
            {folder.short}
          </span>
        )}
      </div>
      <button
        type="button"
        className="app-palette-field"
        aria-haspopup="dialog"
        onClick={() => void runCommand({ name: 'palette' })}
      >
        <Icon name="search" />
        <span className="app-palette-words">Search or run a command</span>
        <Kbd keys="Mod+K" />
      </button>
      <div className="app-bar-right">
        {bell}
        <IconButton
          label={areProcessesOpen ? 'Hide processes' : 'Show processes'}
          icon="panel-right"
          iconSize={16}
          aria-expanded={areProcessesOpen}
          onClick={onToggleProcesses}
        />
      </div>
    </header>
  );
}
