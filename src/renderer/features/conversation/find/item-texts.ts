import type { Token, Tokens } from 'marked';
import { eventWords } from '../events/event-words';
import { readEvent } from '../events/read-event';
import type { Item } from '../items/build-items';
import { runsOf } from '../items/item-view';
import { decodeEntities } from '../markdown/entities';
import { describeTool } from '../tools/describe-tool';
import { endWords } from '../turn-end-words';

/** The texts of an item that can be found, in the order in which they stand on the page (marked `data-find` there). */
export function itemTexts(item: Item): readonly string[] {
  switch (item.kind) {
    case 'user':
      return [item.text];
    case 'event':
      return readEvent(item.text).map(eventWords);
    case 'answer':
      return (item.runs ?? runsOf(item.message)).flatMap((run) => run.flatMap(({ token }) => blockTexts(token)));
    case 'tool':
      return [describeTool(item.call).title];
    case 'end':
      return [endWords(item.turn)];
    case 'name':
      return [];
  }
}

function blockTexts(token: Token): readonly string[] {
  switch (token.type) {
    case 'space':
    case 'def':
    case 'hr':
    case 'checkbox':
      return [];
    case 'paragraph':
    case 'heading':
      return [inlineText(token.tokens)];
    case 'text':
      return [inlineText(token.tokens ?? [token])];
    case 'code':
      return [token.text];
    case 'blockquote':
      return (token.tokens ?? []).flatMap(blockTexts);
    case 'list':
      return (token as Tokens.List).items.flatMap((item) => item.tokens.flatMap(blockTexts));
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      return [...header, ...rows.flat()].map((cell) => inlineText(cell.tokens));
    }
    default:
      return [token.raw.trimEnd()];
  }
}

function inlineText(tokens: readonly Token[] | undefined): string {
  return (tokens ?? []).map(inlineTokenText).join('');
}

function inlineTokenText(token: Token): string {
  switch (token.type) {
    case 'text':
      return 'tokens' in token && token.tokens !== undefined ? inlineText(token.tokens) : decodeEntities(token.text);
    case 'strong':
    case 'em':
    case 'del':
    case 'link':
      return inlineText(token.tokens);
    case 'codespan':
    case 'escape':
      return token.text;
    case 'image':
      return token.text === '' ? 'Image' : token.text;
    case 'br':
    case 'checkbox':
      return '';
    default:
      return token.raw;
  }
}
