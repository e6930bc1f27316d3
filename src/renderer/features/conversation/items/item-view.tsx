import { memo } from 'react';
import type { ProcessId } from '../../../../shared/lib/ids';
import type { Message } from '../../../../shared/schemas/message';
import { exactTime } from '../../../lib/time-words';
import { EventLine } from '../events/event-line';
import { type BlockRuns, blocksOf } from '../markdown/growing-blocks';
import { Markdown } from '../markdown/markdown';
import { ToolLine } from '../tools/tool-line';
import { TurnEnd } from '../turn-end';
import type { Item } from './build-items';

export interface ItemActions {
  readonly onShowProcess: (id: ProcessId) => void;
  readonly onRetry: () => void;
  readonly onOpenSettings: (section: string) => void;
  /** Lines that stand open, by their item. */
  readonly opened: Set<string>;
}

interface ItemViewProps {
  readonly item: Item;
  readonly actions: ItemActions;
  readonly isBusy: boolean;
}

/** One item of the conversation. */
export const ItemView = memo(function ItemView(props: ItemViewProps) {
  return (
    <div className={`talk-item talk-${props.item.kind}`} data-item={props.item.key}>
      <Body {...props} />
    </div>
  );
});

function Body({ item, actions, isBusy }: ItemViewProps) {
  switch (item.kind) {
    case 'user':
      return (
        <div className="talk-words" dir="auto" title={exactTime(item.at)} data-find>
          {item.text}
        </div>
      );
    case 'name':
      return 'Talaria';
    case 'event':
      return <EventLine text={item.text} onShowProcess={actions.onShowProcess} />;
    case 'answer':
      return <Markdown runs={item.runs ?? runsOf(item.message)} isGrowing={item.isGrowing} />;
    case 'tool':
      return (
        <ToolLine call={item.call} itemKey={item.key} opened={actions.opened} onShowProcess={actions.onShowProcess} />
      );
    case 'end':
      return (
        <TurnEnd
          turn={item.turn}
          onRetry={item.isLast && !isBusy ? actions.onRetry : null}
          onOpenSettings={actions.onOpenSettings}
        />
      );
  }
}

const known = new WeakMap<Message, BlockRuns>();

/** The blocks of a stored answer, read once. */
export function runsOf(message: Extract<Message, { role: 'assistant' }> | null): BlockRuns {
  if (message === null) return [];
  const runs = known.get(message) ?? blocksOf(message.text);
  known.set(message, runs);
  return runs;
}
