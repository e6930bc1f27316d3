import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import type { ProcessFacts } from '../../../shared/contract/calls/processes';
import type { ProcessId, SessionId } from '../../../shared/lib/ids';
import type { ProcessRecord } from '../../../shared/schemas/process';
import { Menu, type MenuItem, type MenuPlace } from '../../ui/menu';
import { ProcessRow } from './process-row';
import type { ProcessActs } from './use-acts';

interface ListProps {
  readonly processes: readonly ProcessRecord[];
  readonly facts: ReadonlyMap<ProcessId, ProcessFacts>;
  readonly selectedId: ProcessId | null;
  readonly sessionId: SessionId | null;
  readonly acts: ProcessActs;
  readonly onSelect: (id: ProcessId) => void;
  /** Into the terminal of the selected one. */
  readonly onEnter: () => void;
  readonly onShowSession: (id: SessionId) => void;
}

interface OpenMenu {
  readonly id: ProcessId;
  readonly place: MenuPlace;
}

/** The table of processes: one stop for Tab, arrows walk and select, Enter goes into the terminal, Delete stops. */
export function ProcessList(props: ListProps) {
  const { processes, facts, selectedId, acts, onSelect } = props;
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const target = processes.find(({ id }) => id === menu?.id);

  const walk = (to: number) => {
    const next = processes[Math.max(0, Math.min(processes.length - 1, to))];
    if (next === undefined) return;
    onSelect(next.id);
    body.current?.querySelector<HTMLElement>(`[data-process="${next.id}"]`)?.focus();
  };
  const keyActs = new Map<string, (index: number, process: ProcessRecord) => void>([
    ['ArrowDown', (index) => walk(index + 1)],
    ['ArrowUp', (index) => walk(index - 1)],
    ['Home', () => walk(0)],
    ['End', () => walk(processes.length - 1)],
    ['Enter', props.onEnter],
    ['Delete', (_index, { id, state }) => void (state === 'ended' || acts.stop(id))],
  ]);
  const handleKeyDown = (event: KeyboardEvent, index: number, process: ProcessRecord) => {
    if (event.target !== event.currentTarget) return;
    const acted = keyActs.get(event.key);
    if (acted === undefined) return;
    event.preventDefault();
    acted(index, process);
  };
  const handleMenu = (event: MouseEvent<HTMLTableRowElement>, id: ProcessId) => {
    event.preventDefault();
    onSelect(id);
    event.currentTarget.focus();
    // Asked for by key, it has no place of its own.
    const { left, bottom } = event.currentTarget.getBoundingClientRect();
    const isByKey = event.button !== 2;
    setMenu({ id, place: isByKey ? { x: left + 24, y: bottom } : { x: event.clientX, y: event.clientY } });
  };

  return (
    <div className="processes-list">
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table whose rows can be walked. */}
      <table className="processes-table" role="grid" aria-label="Process list">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Age</th>
            <th scope="col">CPU</th>
            <th scope="col">Memory</th>
            <th scope="col">Port</th>
          </tr>
        </thead>
        <tbody ref={body}>
          {processes.map((process, index) => (
            <ProcessRow
              key={process.id}
              process={process}
              facts={facts.get(process.id)}
              isSelected={process.id === selectedId}
              isStopping={acts.isStopping(process.id)}
              onSelect={() => onSelect(process.id)}
              onKeyDown={(event) => handleKeyDown(event, index, process)}
              onMenu={(event) => handleMenu(event, process.id)}
              onOpenPort={(port) => void acts.openPort(process.id, port)}
            />
          ))}
        </tbody>
      </table>
      {menu !== null && target !== undefined && (
        <Menu label="Process" items={itemsFor(target, props)} place={menu.place} onClose={() => setMenu(null)} />
      )}
    </div>
  );
}

function itemsFor(process: ProcessRecord, { acts, sessionId, onShowSession }: ListProps): readonly MenuItem[] {
  const { id, sessionId: owner } = process;
  const isOver = process.state === 'ended';
  return [
    { label: 'Stop', disabled: isOver, onSelect: () => void acts.stop(id) },
    { label: 'Force stop', disabled: isOver, danger: !isOver, onSelect: () => void acts.stop(id, true) },
    { label: 'Restart', onSelect: () => void acts.restart(id) },
    { label: 'Copy command', onSelect: () => void acts.copyCommand(process) },
    ...(owner === null || owner === sessionId ? [] : [{ label: 'Show session', onSelect: () => onShowSession(owner) }]),
  ];
}
