import { Dot } from '../ui/dot';

interface StatusLineProps {
  readonly running: number;
  readonly waiting: number;
  readonly model: string | null;
  readonly onRunning: () => void;
  readonly onWaiting: () => void;
  readonly onModel: () => void;
  readonly onEnvironment: () => void;
}

/** One line at the foot of the window; each part leads to what it speaks of. */
export function StatusLine(props: StatusLineProps) {
  const { running, waiting, model, onRunning, onWaiting, onModel, onEnvironment } = props;
  return (
    <footer className="app-status" data-region="status">
      <button type="button" title="Show processes" onClick={onRunning}>
        <Dot state={running > 0 ? 'run' : 'off'} />
        {running > 0 ? `${running} running` : 'Nothing running'}
      </button>
      {waiting > 0 && (
        <button type="button" title="Show the next one that waits" onClick={onWaiting}>
          <Dot state="wait" />
          {waiting} waiting for you
        </button>
      )}
      <span className="app-grow" />
      {model !== null && (
        <button
          type="button"
          className="app-status-model"
          title="The model that answers: choose another"
          onClick={onModel}
        >
          {model}
        </button>
      )}
      <button type="button" title="Commands run on this machine" onClick={onEnvironment}>
        Local
      </button>
    </footer>
  );
}
