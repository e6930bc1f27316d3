import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { MessageId, SessionId, TurnId } from '../../../../shared/lib/ids';
import type { Item } from '../items/build-items';
import { ItemView } from '../items/item-view';
import { decodeEntities } from '../markdown/entities';
import { itemTexts } from './item-texts';

const ids = { sessionId: 'ses_0' as SessionId, turnId: 'turn_0' as TurnId };
const actions = { onShowProcess: () => undefined, onRetry: () => undefined, onOpenSettings: () => undefined };

function answer(text: string): Item {
  const message = { id: 'msg_0' as MessageId, ...ids, createdAt: 0, role: 'assistant' as const, text, toolCalls: [] };
  return { kind: 'answer', key: text, place: 0, message, runs: null, isGrowing: false };
}

function tool(name: string, args: Record<string, unknown>): Item {
  const call = { callId: 'c', name, args: JSON.stringify(args), result: null, progress: 'over' as const };
  return { kind: 'tool', key: name, place: 0, call: { ...call, startedAt: 0, endedAt: null, processId: null } };
}

const turn = { id: ids.turnId, sessionId: ids.sessionId, trigger: 'user', startedAt: 0, endedAt: 1 } as const;

const items: readonly Item[] = [
  { kind: 'user', key: 'u', place: 0, text: 'a <b> & "c"\n  two', at: 0 },
  { kind: 'name', key: 'n', place: 0 },
  {
    kind: 'event',
    key: 'e',
    place: 0,
    text: '[SYSTEM: a background process has ended]\n\nproc_0123456789ab completed normally (exit code 0).\nCommand: npm run build\nOutput:\n| ok',
  },
  answer('# T `x`\n\na **b _c_** ~~d~~ [l](https://e.test) ![alt](https://e.test/p) \\* &amp; <i>\nnext'),
  answer('- a\n  - b\n\n    c\n- [ ] d\n\n1. e\n\n> q\n> - r\n\n|h|i|\n|-|-|\n|1|`2`|'),
  answer('```js\nlet a = "<b>";\n```\n\n<div>\nhi\n</div>\n\n---\n\n[d]: https://e.test\n\nlast [d]'),
  tool('terminal', { command: 'ls  -la\n| wc' }),
  tool('process', { action: 'wait', session_id: 'proc_0123456789ab' }),
  tool('unheard_of', {}),
  {
    kind: 'end',
    key: 'f',
    place: 0,
    turn: { ...turn, state: 'failed', error: { code: 'X', layer: 'model', message: 'no' } },
    isLast: true,
  },
  { kind: 'end', key: 'i', place: 0, turn: { ...turn, state: 'interrupted', error: null }, isLast: true },
];

/** The text of every element that is marked as to be found, in order. */
function foundable(markup: string): readonly string[] {
  const texts: string[] = [];
  const open: boolean[] = [];
  for (const [piece] of markup.matchAll(/<[^>]*>|[^<]+/g)) {
    if (piece.startsWith('</')) open.pop();
    else if (piece.startsWith('<')) {
      const isMarked = piece.includes('data-find');
      if (isMarked) texts.push('');
      if (!piece.endsWith('/>')) open.push(isMarked);
    } else if (open.includes(true)) texts[texts.length - 1] += decodeEntities(piece.replaceAll('&#x27;', "'"));
  }
  return texts;
}

describe('what can be found', () => {
  it.each(items.map((item) => [item.key, item] as const))('is what the page shows: %s', (_, item) => {
    const markup = renderToStaticMarkup(
      <ItemView item={item} actions={{ ...actions, opened: new Set() }} isBusy={false} />,
    );
    expect(itemTexts(item)).toEqual(foundable(markup));
  });
});
