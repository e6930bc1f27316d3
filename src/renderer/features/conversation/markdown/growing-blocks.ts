import { Lexer, type Token, type TokensList } from 'marked';

/** One block of Markdown (paragraph, list, code …). The same object stays as long as its source stays. */
export interface Block {
  /** Its place among all blocks of the text; never changes. */
  readonly index: number;
  readonly token: Token;
}

/** Blocks in runs of a fixed size: a run whose blocks did not change keeps its identity. */
export type BlockRuns = readonly (readonly Block[])[];

const RUN_LENGTH = 96;
/** Blocks at the end that more text may still change: the last one, and the one that it may turn out to belong to. */
const OPEN_BLOCKS = 2;

/**
 * Markdown that is still being written: text is only ever added, and only the last blocks are read again, so that a
 * long answer costs no more per word at its end than at its start. What stands before is settled.
 */
export class GrowingBlocks {
  private readonly _links: TokensList['links'] = {};
  private readonly _runs: (readonly Block[])[] = [];
  private _settledCount = 0;
  private _open: readonly Block[] = [];
  private _openText = '';
  private _length = 0;
  /** Characters that were read by the lexer so far, for tests of the cost. */
  lexedChars = 0;

  /** Characters of the text so far. */
  get length(): number {
    return this._length;
  }

  append(text: string): void {
    if (text === '') return;
    this._length += text.length;
    this._openText += text.replaceAll('\r\n', '\n');
    const blocks = this._read();
    this._settle(blocks);
  }

  /** The blocks as they are now. The result is not changed by later text. */
  snapshot(): BlockRuns {
    const runs = [...this._runs];
    for (const block of this._open) addTo(runs, block);
    return runs;
  }

  private _read(): readonly Block[] {
    const tokens = lex(this._openText, this._links);
    this.lexedChars += this._openText.length;
    return tokens.map((token, at) => {
      const index = this._settledCount + at;
      const known = this._open[at];
      return known !== undefined && known.index === index && known.token.raw === token.raw ? known : { index, token };
    });
  }

  private _settle(blocks: readonly Block[]): void {
    const bodies = blocks.flatMap(({ token }, at) => (token.type === 'space' || token.type === 'def' ? [] : [at]));
    const firstOpen = bodies.at(-OPEN_BLOCKS);
    let at = 0;
    while (firstOpen !== undefined && bodies.length > OPEN_BLOCKS && at < firstOpen) {
      const block = blocks[at];
      // A lexer that rewrote the source would cut at the wrong place: then all of it stays open.
      if (block === undefined || !this._openText.startsWith(block.token.raw)) break;
      this._openText = this._openText.slice(block.token.raw.length);
      addTo(this._runs, block);
      this._settledCount += 1;
      at += 1;
    }
    this._open = blocks.slice(at);
  }
}

/** Puts a block into the run of its place. A run is replaced, never changed: a snapshot may hold it. */
function addTo(runs: (readonly Block[])[], block: Block): void {
  const at = Math.floor(block.index / RUN_LENGTH);
  runs[at] = [...(runs[at] ?? []), block];
}

/** The blocks of a whole text. */
export function blocksOf(text: string): BlockRuns {
  const blocks = lex(text, {}).map((token, index) => ({ index, token }));
  const runs: (readonly Block[])[] = [];
  for (let at = 0; at < blocks.length; at += RUN_LENGTH) runs.push(blocks.slice(at, at + RUN_LENGTH));
  return runs;
}

function lex(text: string, links: TokensList['links']): readonly Token[] {
  const lexer = new Lexer({ gfm: true });
  lexer.tokens.links = links;
  return lexer.lex(text);
}
