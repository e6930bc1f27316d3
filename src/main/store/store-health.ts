import { messageOf } from '../../shared/errors/app-error';
import { isNetworkRefusal } from './wal-refusal';

/**
 * What went wrong with databases in this process, for the whole of its life: made once, handed to every opening.
 * (spec/api 21.2 and 21.3.)
 */
export class StoreHealth {
  private readonly _warned = new Set<string>();
  private _lastFailure: { readonly type: string; readonly text: string } | null = null;

  /** True the first time it is asked for a label: a component that opens its database often warns once. */
  firstWarning(label: string): boolean {
    if (this._warned.has(label)) return false;
    this._warned.add(label);
    return true;
  }

  /** Remembers why a database did not open. A later success elsewhere does not clear it. */
  rememberFailure(error: unknown): void {
    this._lastFailure = { type: error instanceof Error ? error.name : typeof error, text: messageOf(error) };
  }

  get lastFailure(): { readonly type: string; readonly text: string } | null {
    return this._lastFailure;
  }

  /** Why there is no database, in words for the user. */
  describe(): string {
    const last = this._lastFailure;
    if (last === null) return 'The database is not available.';
    const cause = `The database is not available: ${last.text.replace(/[.\s]+$/, '')}.`;
    if (!isNetworkRefusal(last.text)) return cause;
    return `${cause} The home seems to lie on a network drive; choose one on a local disk with --home.`;
  }
}
