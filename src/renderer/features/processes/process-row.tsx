import type { KeyboardEvent, MouseEvent } from 'react';
import type { ProcessFacts } from '../../../shared/contract/calls/processes';
import type { ProcessRecord } from '../../../shared/schemas/process';
import { exactTime } from '../../lib/time-words';
import { useNow } from '../../lib/use-now';
import { Dot } from '../../ui/dot';
import { ageWords, cpuWords, dotOf, memoryWords, rowEnd, runningWords } from './process-words';

interface RowProps {
  readonly process: ProcessRecord;
  readonly facts: ProcessFacts | undefined;
  readonly isSelected: boolean;
  readonly isStopping: boolean;
  readonly onSelect: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => void;
  readonly onMenu: (event: MouseEvent<HTMLTableRowElement>) => void;
  readonly onOpenPort: (port: number) => void;
}

export function ProcessRow({ process, facts, isSelected, isStopping, ...acts }: RowProps) {
  const isOver = process.state === 'ended';
  return (
    <tr
      className={isOver ? 'processes-row processes-row-over' : 'processes-row'}
      aria-selected={isSelected}
      tabIndex={isSelected ? 0 : -1}
      data-process={process.id}
      onClick={acts.onSelect}
      onKeyDown={acts.onKeyDown}
      onContextMenu={acts.onMenu}
    >
      <td className="processes-name" title={`${process.command}\n${process.cwd}`}>
        <span className="processes-name-line">
          <Dot state={dotOf(process)} />
          <span className="processes-name-text">{process.command}</span>
          {!isOver && <span className="ui-hidden">, {runningWords(process)}</span>}
        </span>
      </td>
      <td title={`Started ${exactTime(process.startedAt)}`}>
        {isOver ? ageWords(process, 0) : <Age process={process} />}
      </td>
      {isOver ? (
        <td colSpan={3} className="processes-end">
          {rowEnd(process)}
        </td>
      ) : (
        <Figures {...{ process, facts, isStopping, isSelected }} onOpenPort={acts.onOpenPort} />
      )}
    </tr>
  );
}

const YOUNG_MS = 60_000;

/** Ticks every second in the first minute, and seldom after. */
function Age({ process }: { readonly process: ProcessRecord }) {
  const now = useNow(Date.now() - process.startedAt < YOUNG_MS ? 1_000 : 15_000);
  return ageWords(process, now);
}

type FiguresProps = Pick<RowProps, 'process' | 'facts' | 'isStopping' | 'isSelected' | 'onOpenPort'>;

function Figures({ process, facts, isStopping, isSelected, onOpenPort }: FiguresProps) {
  const words = isStopping ? 'stopping' : process.waitingForInput ? 'waits for input' : null;
  return (
    <>
      {words === null ? (
        <>
          <td>{cpuWords(facts?.cpuPercent ?? null)}</td>
          <td>{memoryWords(facts?.memoryBytes ?? null)}</td>
        </>
      ) : (
        <td colSpan={2} className={process.waitingForInput && !isStopping ? 'processes-waits' : undefined}>
          {words}
        </td>
      )}
      <td>
        <Ports ports={facts?.ports ?? []} isReachable={isSelected} onOpen={onOpenPort} />
      </td>
    </>
  );
}

interface PortsProps {
  readonly ports: readonly number[];
  readonly isReachable: boolean;
  readonly onOpen: (port: number) => void;
}

function Ports({ ports, isReachable, onOpen }: PortsProps) {
  const [first, ...others] = ports;
  if (first === undefined) return null;
  return (
    <button
      type="button"
      className="processes-port"
      tabIndex={isReachable ? 0 : -1}
      title={`Open http://127.0.0.1:${first}${others.length > 0 ? `\nAlso listening on ${others.join(', ')}` : ''}`}
      aria-label={`Open port ${first}`}
      onClick={(event) => {
        event.stopPropagation();
        onOpen(first);
      }}
    >
      {first}
      {others.length > 0 && ` +${others.length}`}
    </button>
  );
}
