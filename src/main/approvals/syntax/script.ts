import type { SyntaxNode } from '../ports';
import type { Word } from './words';

export interface Redirect {
  /** `>`, `>>`, `<`, `&>`, `>|`, `>&` … as written. */
  readonly operator: string;
  readonly target: Word | null;
  readonly start: number;
  readonly end: number;
}

export interface Assignment {
  readonly name: string;
  readonly value: Word | null;
  readonly start: number;
  readonly end: number;
}

/** Where a command reads from, as far as the text says. */
export type Stdin =
  | { readonly kind: 'pipe'; readonly from: readonly SimpleCommand[] }
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly literal: boolean;
      readonly start: number;
      readonly end: number;
    }
  | { readonly kind: 'file' };

/**
 * One simple command: `NAME=value program word… >target`. Without words it is an assignment alone, or stands for the
 * redirects of a group such as `{ …; } >target`.
 */
export interface SimpleCommand {
  readonly words: readonly Word[];
  readonly assignments: readonly Assignment[];
  readonly redirects: readonly Redirect[];
  readonly stdin: Stdin | null;
  /** The commands in the substitutions of its words, assignments and redirects. */
  readonly inside: readonly SimpleCommand[];
  readonly start: number;
  readonly end: number;
}

export interface FunctionDefinition {
  readonly name: string;
  readonly body: readonly SimpleCommand[];
  readonly start: number;
  readonly end: number;
}

/** Every simple command of a script in the order of the text, substitutions and function bodies included. */
export interface Script {
  readonly commands: readonly SimpleCommand[];
  readonly functions: readonly FunctionDefinition[];
}

/** Nodes that are words of a command. */
const WORD_TYPES: ReadonlySet<string> = new Set([
  'word',
  'number',
  'string',
  'raw_string',
  'ansi_c_string',
  'translated_string',
  'concatenation',
  'simple_expansion',
  'expansion',
  'command_substitution',
  'process_substitution',
  'arithmetic_expansion',
  'brace_expression',
  'extglob_pattern',
  'regex',
  'variable_name',
]);

export function isWordNode(node: SyntaxNode): boolean {
  return WORD_TYPES.has(node.type);
}
