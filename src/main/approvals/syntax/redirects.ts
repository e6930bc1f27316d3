import type { SyntaxNode } from '../ports';
import { isWordNode, type Redirect, type Stdin } from './script';
import { readWord, type Word } from './words';

export interface ReadRedirect {
  readonly redirects: readonly Redirect[];
  readonly stdin: Stdin | null;
  /** Words behind the target: the shell gives them to the command (`echo >file hello`). */
  readonly words: readonly Word[];
  /** The nodes of the redirect itself, in which substitutions may run. */
  readonly own: readonly SyntaxNode[];
  /** What the grammar hangs below a here-document although it follows it: `<<EOF | grep x`, `<<EOF && ls`. */
  readonly following: readonly SyntaxNode[];
}

/** Reads one redirect node: a file, a here-document or a here-string. */
export function readRedirect(node: SyntaxNode, source: string): ReadRedirect {
  if (node.type === 'file_redirect') return readFileRedirect(node, source);
  if (node.type === 'herestring_redirect') return readHereString(node, source);
  return readHereDocument(node, source);
}

function readFileRedirect(node: SyntaxNode, source: string): ReadRedirect {
  const operator = node.children.find((child) => !child.named);
  const words = node.children.filter((child) => child.field === 'destination').map((child) => readWord(child, source));
  const text = operator === undefined ? '' : source.slice(operator.start, operator.end).trim();
  const redirect = { operator: text, target: words[0] ?? null, start: node.start, end: node.end };
  const stdin: Stdin | null = text.startsWith('<') ? { kind: 'file' } : null;
  return { redirects: [redirect], stdin, words: words.slice(1), own: [node], following: [] };
}

function readHereString(node: SyntaxNode, source: string): ReadRedirect {
  const words = node.children.filter(isWordNode).map((child) => readWord(child, source));
  const word = words[0];
  const text: Stdin | null =
    word === undefined
      ? null
      : { kind: 'text', text: word.text, literal: word.literal, start: word.start, end: word.end };
  return {
    redirects: [],
    stdin: text,
    words: words.slice(1),
    own: [node],
    following: [],
  };
}

function readHereDocument(node: SyntaxNode, source: string): ReadRedirect {
  const body = node.children.find((child) => child.type === 'heredoc_body');
  const start = node.children.find((child) => child.type === 'heredoc_start');
  const isQuoted = start !== undefined && /['"\\]/.test(source.slice(start.start, start.end));
  const nested = node.children
    .filter((child) => child.field === 'redirect')
    .map((child) => readRedirect(child, source));
  const own: Stdin = {
    kind: 'text',
    text: body === undefined ? '' : source.slice(body.start, body.end),
    literal: isQuoted || !body?.children.some((child) => child.type !== 'heredoc_content'),
    start: body?.start ?? node.start,
    end: body?.end ?? node.end,
  };
  const skipped = new Set(['heredoc_start', 'heredoc_body', 'heredoc_end', 'file_descriptor']);
  const rest = node.children.filter((child) => child.named && child.field !== 'redirect' && !skipped.has(child.type));
  const following = rest.filter((child) => child.field !== 'argument');
  return {
    redirects: nested.flatMap((read) => read.redirects),
    stdin: nested.find((read) => read.stdin !== null)?.stdin ?? own,
    words: [
      ...nested.flatMap((read) => read.words),
      ...rest.filter((child) => child.field === 'argument').map((child) => readWord(child, source)),
    ],
    own: node.children.filter((child) => !following.includes(child)),
    following: [...following, ...nested.flatMap((read) => read.following)],
  };
}
