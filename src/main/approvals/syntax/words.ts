import type { SyntaxNode } from '../ports';
import { unescapeAnsiC, unescapeDoubleQuoted, unescapeUnquoted } from './unescape';

/** One word of a command as the shell would read it. Expansions stay in `text` as they are written. */
export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** False when a part is known only when the command runs: a variable, a substitution, arithmetic. */
  readonly literal: boolean;
  /** True when an unquoted glob or brace can turn it into other words. */
  readonly pattern: boolean;
  /** True when it begins with an unquoted tilde. */
  readonly tilde: boolean;
  /** The command and process substitutions inside it. */
  readonly substitutions: readonly SyntaxNode[];
}

type Part = Omit<Word, 'start' | 'end'>;

const SUBSTITUTIONS = new Set(['command_substitution', 'process_substitution']);

/** Reads the word that `node` stands for; `source` is the whole command. */
export function readWord(node: SyntaxNode, source: string): Word {
  const part = readPart(node, source);
  return { ...part, start: node.start, end: node.end };
}

/** A word that stands for itself, for commands that are put together from others. */
export function plainWord(text: string, at: { start: number; end: number }): Word {
  return { text, start: at.start, end: at.end, literal: true, pattern: false, tilde: false, substitutions: [] };
}

function readPart(node: SyntaxNode, source: string): Part {
  const raw = source.slice(node.start, node.end);
  switch (node.type) {
    case 'variable_name':
    case 'special_variable_name':
      return known(raw);
    case 'command_name':
    case 'variable_assignment':
      return joinParts(node.children.map((child) => readPart(child, source)));
    case 'word':
    case 'number':
      return {
        ...known(unescapeUnquoted(raw)),
        pattern: /(^|[^\\])[*?[]/.test(raw),
        tilde: raw.startsWith('~'),
      };
    case 'raw_string':
      return known(raw.slice(1, -1));
    case 'ansi_c_string':
      return known(unescapeAnsiC(raw.slice(2, -1)));
    case 'string':
      return readString(node, source);
    case 'translated_string':
      return joinParts(node.children.filter((child) => child.named).map((child) => readPart(child, source)));
    case 'concatenation': {
      const joined = joinParts(node.children.map((child) => readPart(child, source)));
      return { ...joined, pattern: joined.pattern || hasBraces(node, source) };
    }
    default:
      if (!node.named) return known(raw);
      return { ...known(raw), literal: false, pattern: node.type === 'brace_expression', substitutions: inside(node) };
  }
}

/** The grammar drops blanks between the parts of a string: what lies between two children is text. */
function readString(node: SyntaxNode, source: string): Part {
  const parts: Part[] = [];
  let at = node.start + 1;
  for (const child of node.children.slice(1, -1)) {
    if (child.start > at) parts.push(known(source.slice(at, child.start)));
    const raw = source.slice(child.start, child.end);
    parts.push(child.type === 'string_content' ? known(unescapeDoubleQuoted(raw)) : readPart(child, source));
    at = Math.max(at, child.end);
  }
  const tail = source.slice(at, Math.max(at, node.end - 1));
  return joinParts([...parts, known(unescapeDoubleQuoted(tail))]);
}

function known(text: string): Part {
  return { text, literal: true, pattern: false, tilde: false, substitutions: [] };
}

function joinParts(parts: readonly Part[]): Part {
  return {
    text: parts.map((part) => part.text).join(''),
    literal: parts.every((part) => part.literal),
    pattern: parts.some((part) => part.pattern),
    tilde: parts[0]?.tilde ?? false,
    substitutions: parts.flatMap((part) => part.substitutions),
  };
}

/** `{a,b}` and `{1..3}` arrive as words around bare braces. */
function hasBraces(node: SyntaxNode, source: string): boolean {
  const bare = node.children
    .filter((child) => child.type === 'word')
    .map((child) => source.slice(child.start, child.end))
    .join(' ');
  return /\{/.test(bare) && /\}/.test(bare) && /,|\.\./.test(source.slice(node.start, node.end));
}

function inside(node: SyntaxNode): SyntaxNode[] {
  if (SUBSTITUTIONS.has(node.type)) return [node];
  return node.children.flatMap(inside);
}
