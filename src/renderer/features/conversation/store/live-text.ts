import type { TurnId } from '../../../../shared/lib/ids';
import { type BlockRuns, GrowingBlocks } from '../markdown/growing-blocks';
import type { LiveAnswer } from './transcript';

/** What the agent says in one step of a turn, from its first word on. */
export class LiveText {
  private readonly _blocks = new GrowingBlocks();
  private readonly _parts: string[] = [];
  private _waiting = '';

  constructor(
    readonly turnId: TurnId,
    private readonly _key: string,
    /** False when the page came too late to hear its beginning. */
    private readonly _isWhole: boolean,
  ) {
    if (!_isWhole) this._blocks.append('… ');
  }

  /** Takes text; it is read at the next `answer`. */
  add(text: string): void {
    this._waiting += text;
    this._parts.push(text);
  }

  answer(): LiveAnswer {
    if (this._waiting !== '') this._blocks.append(this._waiting);
    this._waiting = '';
    return { key: this._key, runs: this._blocks.snapshot() };
  }

  /** What is drawn already, when it is exactly this text. */
  drawnAs(text: string): { readonly key: string; readonly runs: BlockRuns } | null {
    return this._isWhole && this._parts.join('') === text ? this.answer() : null;
  }
}
