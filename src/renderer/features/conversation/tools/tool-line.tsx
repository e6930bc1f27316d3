import { memo, useId, useState } from 'react';
import type { ProcessId } from '../../../../shared/lib/ids';
import { Dot } from '../../../ui/dot';
import { Icon } from '../../../ui/icon';
import { describeTool, type ToolState } from './describe-tool';
import type { ToolCall } from './tool-call';
import { ToolDetail } from './tool-detail';

interface ToolLineProps {
  readonly call: ToolCall;
  readonly itemKey: string;
  /** Remembers across drawing whether it stands open. */
  readonly opened: Set<string>;
  readonly onShowProcess: (id: ProcessId) => void;
}

const STATE_WORDS: Readonly<Record<ToolState, string>> = {
  pending: 'Comes next',
  waiting: 'Waiting for you',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  refused: 'Did not run to its end',
};

/** A call of a tool: one line that says what it did, and opens to its detail. */
export const ToolLine = memo(function ToolLine({ call, itemKey, opened, onShowProcess }: ToolLineProps) {
  const [isOpen, setIsOpen] = useState(opened.has(itemKey));
  const toggle = () => {
    if (isOpen) opened.delete(itemKey);
    else opened.add(itemKey);
    setIsOpen(!isOpen);
  };
  const detailId = useId();
  const { state, title, isCode, facts, change, processId } = describeTool(call);
  return (
    <div className={`tool ${isOpen ? 'tool-open' : ''}`}>
      <button
        type="button"
        className="tool-head"
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailId : undefined}
        onClick={toggle}
      >
        <StateSign state={state} />
        <span className={isCode ? 'tool-title tool-code' : 'tool-title'} title={title} data-find>
          {title}
        </span>
        <span className="tool-facts">
          {change !== null && (
            <>
              <span className="tool-plus">+{change.added}</span> <span className="tool-minus">−{change.removed}</span>
              {facts.length > 0 && ' · '}
            </>
          )}
          {facts.join(' · ')}
        </span>
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
      </button>
      {isOpen && (
        <div className="tool-detail" id={detailId}>
          <ToolDetail call={call} processId={processId} onShowProcess={onShowProcess} />
        </div>
      )}
    </div>
  );
});

function StateSign({ state }: { readonly state: ToolState }) {
  return (
    <span className={`tool-sign-${state}`} role="img" aria-label={STATE_WORDS[state]} title={STATE_WORDS[state]}>
      <Sign state={state} />
    </span>
  );
}

const ICONS = { done: 'check', failed: 'alert', refused: 'close' } as const;

function Sign({ state }: { readonly state: ToolState }) {
  switch (state) {
    case 'running':
      return <span className="tool-spin" />;
    case 'waiting':
      return <Dot state="wait" />;
    case 'pending':
      return <Dot state="off" />;
    default:
      return <Icon name={ICONS[state]} />;
  }
}
