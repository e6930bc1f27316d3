import './processes.css';
import { useRef, useState } from 'react';
import type { ProcessId, SessionId } from '../../../shared/lib/ids';
import type { ProcessRecord } from '../../../shared/schemas/process';
import { EmptyState } from '../../ui/empty-state';
import { SplitHandle } from '../../ui/split';
import { PanelHead } from './panel-head';
import { ProcessList } from './process-list';
import { ProcessView, type ViewHandle } from './process-view';
import { StartDialog } from './start-dialog';
import { useActs } from './use-acts';
import { useFacts } from './use-facts';
import { useSelection } from './use-selection';
import { useShown } from './use-shown';
import { useSplit } from './use-split';

interface ProcessPanelProps {
  readonly sessionId: SessionId | null;
  readonly processes: readonly ProcessRecord[];
  readonly selectedId: ProcessId | null;
  readonly onSelect: (id: ProcessId) => void;
  readonly onShowSession: (id: SessionId) => void;
  readonly layout: 'side' | 'below' | 'drawer';
  readonly onClose: () => void;
}

/** The processes of this session or of all, and the live terminal of the selected one. */
export function ProcessPanel(props: ProcessPanelProps) {
  const { sessionId, processes, selectedId, onSelect, layout } = props;
  const panel = useRef<HTMLElement>(null);
  const view = useRef<ViewHandle>(null);
  const [isStarting, setIsStarting] = useState(false);
  const { scope, setScope, listed, shown } = useSelection({ processes, sessionId, selectedId });
  const acts = useActs(onSelect);
  const isRunning = processes.some(({ state }) => state !== 'ended');
  const facts = useFacts(useShown(panel) && isRunning);
  const split = useSplit(layout);
  // What belongs to no session is cleared with all others only: never more than is in view.
  const isWhole = scope === 'all' || sessionId !== null || listed.length === processes.length;
  const mayClear = isWhole && listed.some(({ state }) => state === 'ended');

  return (
    <aside ref={panel} className={`processes processes-${layout}`} aria-label="Processes">
      <div className="processes-part" style={listed.length > 0 ? split.style : undefined}>
        <PanelHead
          scope={scope}
          count={processes.length}
          mayClear={mayClear}
          onScope={setScope}
          onStart={() => setIsStarting(true)}
          onShell={() => void acts.startShell(sessionId)}
          onClear={() => void acts.clearFinished(scope === 'all' ? undefined : (sessionId ?? undefined))}
          onClose={layout === 'drawer' ? props.onClose : null}
        />
        {shown === null && acts.said(null) !== null && (
          <p className="processes-said" role="status">
            {acts.said(null)}
          </p>
        )}
        {listed.length === 0 ? (
          <EmptyState
            text={
              processes.length === 0
                ? 'What the agent or you start in the background runs here, with its terminal.'
                : 'Nothing was started in this session.'
            }
            action={
              processes.length === 0
                ? { label: 'Open a shell', onSelect: () => void acts.startShell(sessionId) }
                : { label: 'Show all', onSelect: () => setScope('all') }
            }
          />
        ) : (
          <ProcessList
            processes={listed}
            facts={facts}
            selectedId={shown?.id ?? null}
            sessionId={sessionId}
            acts={acts}
            onSelect={onSelect}
            onEnter={() => view.current?.focus()}
            onShowSession={props.onShowSession}
          />
        )}
      </div>
      {shown !== null && <SplitHandle {...split.handle} />}
      {shown !== null && <ProcessView key={shown.id} process={shown} acts={acts} handle={view} />}
      {isStarting && <StartDialog sessionId={sessionId} onStarted={onSelect} onClose={() => setIsStarting(false)} />}
    </aside>
  );
}
