import './shortcuts.css';
import { useEffect, useRef } from 'react';
import { commandKeys } from '../../../shared/contract/command-keys';
import { Button } from '../../ui/button';
import { Kbd } from '../../ui/kbd';

interface Group {
  readonly name: string;
  readonly rows: readonly { readonly label: string; readonly keys: readonly string[] }[];
}

const GROUPS: readonly Group[] = [
  {
    name: 'Everywhere',
    rows: commandKeys.map(({ label, accelerator }) => ({ label, keys: [accelerator] })),
  },
  {
    name: 'Moving about',
    rows: [
      { label: 'Next part of the window', keys: ['F6'] },
      { label: 'Part before', keys: ['Shift+F6'] },
      { label: 'Close the top-most thing', keys: ['Escape'] },
      { label: 'Move a divider that has the focus', keys: ['←', '→', '↑', '↓'] },
    ],
  },
  {
    name: 'Writing',
    rows: [
      { label: 'Send', keys: ['Enter'] },
      { label: 'New line', keys: ['Shift+Enter'] },
    ],
  },
  {
    name: 'Sessions',
    rows: [
      { label: 'Up and down the list', keys: ['ArrowUp', 'ArrowDown'] },
      { label: 'Rename', keys: ['F2'] },
      { label: 'Delete', keys: ['Delete'] },
      { label: 'Menu of a session', keys: ['Shift+F10'] },
    ],
  },
  {
    name: 'Approvals',
    rows: [
      { label: 'Run once, for this session, always', keys: ['1', '2', '3'] },
      { label: 'Deny', keys: ['Escape'] },
    ],
  },
];

/** Every key of the window, as this system writes it. */
export function Shortcuts({ onClose }: { readonly onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="shortcuts">
      <div className="shortcuts-column">
        <header>
          <h1 ref={heading} tabIndex={-1}>
            Keyboard shortcuts
          </h1>
          <Button kind="line" onClick={onClose}>
            Done
          </Button>
        </header>
        {GROUPS.map(({ name, rows }) => (
          <section key={name} aria-label={name}>
            <h2>{name}</h2>
            <dl>
              {rows.map(({ label, keys }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>
                    {keys.map((key) => (
                      <Kbd key={key} keys={key} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </div>
  );
}
