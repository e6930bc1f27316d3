import type { ParseResult } from '../approvals/ports';

/** Where the two WASM files lie: tree-sitter's own and the bash grammar. Absolute paths. */
export interface ParserFiles {
  readonly treeSitterWasm: string;
  readonly bashWasm: string;
}

/** What main sends: one command at a time; the next only after the answer. */
export interface ParseRequest {
  readonly id: number;
  readonly command: string;
}

/**
 * What the worker says. `ready` once, after loading; `begun` as soon as it turns to a request, so that the time limit
 * counts parsing and not the wait for a processor.
 */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'begun'; readonly id: number }
  | { readonly kind: 'parsed'; readonly id: number; readonly result: ParseResult };
