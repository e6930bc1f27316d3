import { IconButton } from '../../ui/icon-button';
import { MenuButton } from '../../ui/menu';
import { Tabs } from '../../ui/tabs';

export type Scope = 'session' | 'all';

interface PanelHeadProps {
  readonly scope: Scope;
  readonly count: number;
  readonly mayClear: boolean;
  readonly onScope: (scope: Scope) => void;
  readonly onStart: () => void;
  readonly onShell: () => void;
  readonly onClear: () => void;
  /** Null where the panel is closed by others. */
  readonly onClose: (() => void) | null;
}

export function PanelHead({ scope, count, mayClear, onScope, ...acts }: PanelHeadProps) {
  return (
    <div className="processes-top">
      <h2>Processes</h2>
      <Tabs
        label="Which processes"
        items={[
          { id: 'session', label: 'This session' },
          { id: 'all', label: `All ${count}` },
        ]}
        value={scope}
        onChange={onScope}
      />
      <span className="processes-gap" />
      {mayClear && <IconButton label="Clear finished" icon="trash" onClick={acts.onClear} />}
      <MenuButton
        label="Start a process or shell"
        icon="plus"
        items={[
          { label: 'New process', onSelect: acts.onStart },
          { label: 'New shell', onSelect: acts.onShell },
        ]}
      />
      {acts.onClose !== null && <IconButton label="Close processes" icon="close" onClick={acts.onClose} />}
    </div>
  );
}
