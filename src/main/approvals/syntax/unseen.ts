import type { SyntaxNode } from '../ports';

/** An unescaped start of something that runs. */
const STARTS = /(?:^|[^\\])(?:\\\\)*(?:`|\$\(|[<>]\()/;
const BACKTICK = /(?:^|[^\\])(?:\\\\)*`/;
/** Text in which nothing runs. */
const INERT = new Set(['raw_string', 'ansi_c_string', 'string_content', 'comment', 'heredoc_start', 'heredoc_end']);

/**
 * Places where the shell runs something that the grammar takes for plain text: substitutions in the default of an
 * expansion, and backticks in a here-document. Nobody judged them, so they ask.
 */
export function unseenCode(node: SyntaxNode, source: string): readonly { start: number; end: number }[] {
  if (INERT.has(node.type)) return [];
  const raw = source.slice(node.start, node.end);
  if (node.children.length === 0) return node.named && node.type !== 'heredoc_body' && STARTS.test(raw) ? [node] : [];
  const body = node.type === 'heredoc_redirect' ? unseenInBody(node, source) : [];
  const children = node.children.filter((child) => child.type !== 'heredoc_body' || !isQuoted(node, source));
  return [...body, ...children.flatMap((child) => unseenCode(child, source))];
}

function unseenInBody(redirect: SyntaxNode, source: string): readonly SyntaxNode[] {
  const body = redirect.children.find((child) => child.type === 'heredoc_body');
  if (body === undefined || isQuoted(redirect, source)) return [];
  return BACKTICK.test(source.slice(body.start, body.end)) ? [body] : [];
}

function isQuoted(redirect: SyntaxNode, source: string): boolean {
  const start = redirect.children.find((child) => child.type === 'heredoc_start');
  return start !== undefined && /['"\\]/.test(source.slice(start.start, start.end));
}
