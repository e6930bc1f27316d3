import { isMasked } from './mask';
import type { KnownSecrets } from './ports';

const SHORTEST = 8;
const LONGEST = 8_192;
const MOST_SPOTTED = 256;

const WORDS = /^[A-Za-z]{1,15}(?:[ _.-][A-Za-z]{1,15})*[.,:;!?]?$/;
const PLACEHOLDER =
  /^(?:your[-_ ].*|my[-_ ].*|<.*>|\[.*\]|\{.*\}|\$.*|%.*%|x+|\*+|\.+|-+|changeme.*|example.*|placeholder.*|password\d{0,3}|[\d.,:/ -]{1,11})$/i;
const PATH = /^(?:~|\.{1,2}|[A-Za-z]:)?[\\/](?:[\w.@+ -]*[\\/])*[\w.@+ -]*$/;
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\/[^@]*$/i;

/**
 * Values known to be secret: the fixed ones that `fixed` gives (stored keys, environment values with secret names),
 * and the last 256 spotted ones. A value that is short, a word, a path, an address or a placeholder is refused:
 * masking it everywhere would hide ordinary text.
 */
export function createKnownSecrets(fixed: () => readonly string[] = () => []): KnownSecrets {
  return new RememberedSecrets(fixed);
}

class RememberedSecrets implements KnownSecrets {
  private readonly _spotted = new Set<string>();
  private _values: readonly string[] = [];
  private _fixed: readonly string[] = [];
  private _isStale = true;

  constructor(private readonly _readFixed: () => readonly string[]) {}

  values(): readonly string[] {
    const fixed = this._readFixed();
    if (this._isStale || !isSame(fixed, this._fixed)) {
      this._fixed = [...fixed];
      this._values = [...new Set([...fixed.filter(isTellTale), ...this._spotted])].sort((a, b) => b.length - a.length);
      this._isStale = false;
    }
    return this._values;
  }

  spot(value: string): void {
    if (!isTellTale(value)) return;
    if (!this._spotted.delete(value)) this._isStale = true;
    this._spotted.add(value);
    if (this._spotted.size <= MOST_SPOTTED) return;
    const [oldest] = this._spotted;
    if (oldest !== undefined) this._spotted.delete(oldest);
    this._isStale = true;
  }
}

function isSame(first: readonly string[], second: readonly string[]): boolean {
  return first.length === second.length && first.every((value, at) => value === second[at]);
}

/** True if the value, seen anywhere, can only be this secret. */
function isTellTale(value: string): boolean {
  if (value.length < SHORTEST || value.length > LONGEST || isMasked(value)) return false;
  return ![WORDS, PLACEHOLDER, PATH, ADDRESS].some((pattern) => pattern.test(value));
}
