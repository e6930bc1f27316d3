import { memo, useState } from 'react';
import type { ProcessId } from '../../../../shared/lib/ids';
import { Icon } from '../../../ui/icon';
import { processName } from './event-words';
import { type ProcessNotice, readEvent } from './read-event';

interface EventLineProps {
  readonly text: string;
  readonly onShowProcess: (id: ProcessId) => void;
}

/** What happened to processes meanwhile: a quiet line for each, with a way to the process. */
export const EventLine = memo(function EventLine({ text, onShowProcess }: EventLineProps) {
  return readEvent(text).map((notice) => (
    <Notice key={`${notice.processId} ${notice.words}`} notice={notice} onShowProcess={onShowProcess} />
  ));
});

function Notice({ notice, onShowProcess }: { readonly notice: ProcessNotice } & Pick<EventLineProps, 'onShowProcess'>) {
  const [isOpen, setIsOpen] = useState(false);
  const { processId, words, command, output } = notice;
  return (
    <div className="event">
      <p>
        <Icon name="terminal" />
        <span data-find>
          {processId !== null && (
            <button
              type="button"
              className="event-process"
              title={`Open this process${command === null ? '' : `: ${command}`}`}
              onClick={() => onShowProcess(processId)}
            >
              {processName(notice)}
            </button>
          )}
          {processId === null ? words : ` ${words}`}
        </span>
        {output !== '' && (
          <button type="button" className="event-more" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? 'Hide output' : 'Show output'}
          </button>
        )}
      </p>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to take the focus.
        <pre className="tool-text" tabIndex={0}>
          {output}
        </pre>
      )}
    </div>
  );
}
