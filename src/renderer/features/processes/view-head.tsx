import type { ProcessRecord } from '../../../shared/schemas/process';
import { Button } from '../../ui/button';
import { IconButton } from '../../ui/icon-button';
import { headWords } from './process-words';
import type { ProcessActs } from './use-acts';

interface ViewHeadProps {
  readonly process: ProcessRecord;
  readonly acts: ProcessActs;
  /** Null where there is nothing to search in. */
  readonly onSearch: (() => void) | null;
}

/** Which process the terminal shows, its state in words, and what can be done to it. */
export function ViewHead({ process, acts, onSearch }: ViewHeadProps) {
  const { id, command, pid } = process;
  const words = acts.isStopping(id) && process.state !== 'ended' ? 'stopping' : headWords(process);
  return (
    <div className="processes-head">
      <div className="processes-head-text">
        <b title={`${command}\n${process.cwd}`}>{command}</b>
        <span>{pid === null ? words : `pid ${pid} · ${words}`}</span>
      </div>
      {onSearch !== null && <IconButton label="Search in the terminal" icon="search" onClick={onSearch} />}
      <IconButton label="Restart" icon="restart" onClick={() => void acts.restart(id)} />
      {process.state !== 'ended' && <StopButton process={process} acts={acts} />}
    </div>
  );
}

function StopButton({ process: { id }, acts }: { readonly process: ProcessRecord; readonly acts: ProcessActs }) {
  if (acts.mayForce(id)) {
    return (
      <Button kind="danger" onClick={() => void acts.stop(id, true)}>
        Force stop
      </Button>
    );
  }
  return <IconButton label="Stop" icon="stop" className="ui-button-danger" onClick={() => void acts.stop(id)} />;
}
