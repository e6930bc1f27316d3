import type { Folders } from './syntax/paths';
import type { FunctionDefinition, SimpleCommand } from './syntax/script';
import type { Word } from './syntax/words';

/**
 * What a stored rule must name to cover a finding: all of `must`, and of `operands` either all (the rule allows just
 * these) or none (the rule ends before them and allows any).
 */
export interface Cover {
  readonly must: readonly Word[];
  readonly operands: readonly Word[];
}

/** One thing that speaks against running a command unasked. */
export interface Finding {
  readonly decision: 'ask' | 'refuse';
  /** Stable name, for example `recursive-delete`. */
  readonly family: string;
  /** One plain sentence for a person. */
  readonly text: string;
  readonly span: { readonly start: number; readonly end: number } | null;
  /** Null: no stored rule covers it. */
  readonly cover: Cover | null;
}

/** A program with its arguments, wrappers peeled. */
export interface Command {
  /** Base name of the program in lower case, without `.exe`. */
  readonly name: string;
  readonly head: Word;
  readonly args: readonly Word[];
  readonly simple: SimpleCommand;
}

/** What the families may look at besides the command. */
export interface Scene extends Folders {
  readonly platform: NodeJS.Platform;
  readonly functions: readonly FunctionDefinition[];
  /** Every simple command of the script. */
  readonly commands: readonly SimpleCommand[];
}

/** A danger family looks at one command and says what it finds; an empty list when it has nothing to say. */
export type Family = (command: Command, scene: Scene) => readonly Finding[];

/** Anything that stands somewhere in the command. */
interface Piece {
  readonly start: number;
  readonly end: number;
}

export interface FindingFacts<P extends Piece = Piece> {
  readonly family: string;
  readonly text: string;
  /** The words that decide; the first to the last of them is what is shown. */
  readonly words: readonly P[];
  /** Further words that a rule must name in whole or not at all. */
  readonly operands?: readonly Word[];
}

/** A finding that asks, and that a rule naming its words covers. */
export function ask({ family, text, words, operands = [] }: FindingFacts<Word>): Finding {
  return { decision: 'ask', family, text, span: spanOf(words), cover: { must: words, operands } };
}

/** A finding that asks each time anew. */
export function askAlways({ family, text, words }: FindingFacts): Finding {
  return { decision: 'ask', family, text, span: spanOf(words), cover: null };
}

export function refuse({ family, text, words }: FindingFacts): Finding {
  return { decision: 'refuse', family, text, span: spanOf(words), cover: null };
}

export function spanOf(words: readonly Piece[]): Finding['span'] {
  if (words.length === 0) return null;
  return { start: Math.min(...words.map((word) => word.start)), end: Math.max(...words.map((word) => word.end)) };
}

/** `/usr/bin/Foo.exe` → `foo`: file systems that ignore case run it all the same. */
export function programName(head: Word): string {
  const base = head.text.split(/[/\\]/).at(-1) ?? head.text;
  return base.replace(/\.(exe|cmd|bat|com)$/i, '').toLowerCase();
}
