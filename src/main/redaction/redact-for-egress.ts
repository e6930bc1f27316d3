import type { Redacted } from '../../shared/lib/redacted';
import { isMasked, maskSecret, SHORT_MASK } from './mask';
import type { KnownSecrets } from './ports';
import { redactText } from './redact';
import { judgeName } from './secret-names';

/** Stands for a text that could not be checked: nothing of it leaves. */
export const WITHHELD = '[text withheld: it could not be checked for secrets]';

export interface Egress {
  /**
   * Masks secrets in every string of plain data, keys included (design 3). No setting turns it off. A text that
   * cannot be checked is withheld. Throws TypeError for what is no plain data: cycles, maps, functions, classes.
   */
  redactForEgress<T>(value: T): Redacted<T>;
}

/** The one way for text to leave main. */
export function createEgress({ known }: { readonly known?: KnownSecrets }): Egress {
  return {
    redactForEgress<T>(value: T): Redacted<T> {
      const copy: unknown = new Walk(known).visit(value);
      // The copy has the shape of the value by construction; this is the only place that may say so.
      return copy as Redacted<T>;
    },
  };
}

const AUTHORIZATION = /^(?:proxy-)?authorization$/i;
const SCHEMED = /^(\w[\w-]{1,24}[ \t]+)(\S.*)$/s;

class Walk {
  private readonly _above = new Set<object>();

  constructor(private readonly _known: KnownSecrets | undefined) {}

  visit(value: unknown): unknown {
    if (typeof value === 'string') return this._text(value);
    if (value === null || typeof value !== 'object') return plainScalar(value);
    if (this._above.has(value)) throw new TypeError('a cycle cannot be sent out');
    this._above.add(value);
    const copy = Array.isArray(value) ? this._array(value) : this._object(value);
    this._above.delete(value);
    return copy;
  }

  private _array(items: readonly unknown[]): unknown[] {
    const [name, secret] = items;
    if (items.length === 2 && typeof name === 'string' && isHeaderName(name))
      return [this._text(name), this._named(name, secret)];
    return items.map((item) => this.visit(item));
  }

  private _object(value: object): object {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) throw new TypeError('only plain data can be sent out');
    const entries = Object.entries(value);
    const pairName = pairNameOf(entries);
    return Object.fromEntries(
      entries.map(([key, item]) => [
        this._text(key),
        this._named(key === 'value' && pairName !== null ? pairName : key, item),
      ]),
    );
  }

  /** A value whose key says what it is: a secret's name masks it whatever it looks like. */
  private _named(key: string, value: unknown): unknown {
    if (judgeName(key).strength !== 'strong') return this.visit(value);
    if (typeof value === 'string') return maskNamed(key, value);
    if (Array.isArray(value))
      return value.map((item) => (typeof item === 'string' ? maskNamed(key, item) : this.visit(item)));
    return this.visit(value);
  }

  private _text(text: string): string {
    try {
      return keepJson(text, redactText(text, { known: this._known }).text, () => this._asJson(text));
    } catch {
      // Whatever went wrong, the text is unchecked: it stays here.
      return WITHHELD;
    }
  }

  private _asJson(text: string): string {
    return JSON.stringify(new Walk(this._known).visit(JSON.parse(text)));
  }
}

function plainScalar(value: unknown): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError('only plain data can be sent out');
  return value;
}

function isHeaderName(name: string): boolean {
  return (
    name.length < 80 &&
    /^[A-Za-z][\w.-]*$/.test(name) &&
    (AUTHORIZATION.test(name) || judgeName(name).strength === 'strong')
  );
}

function pairNameOf(entries: readonly (readonly [string, unknown])[]): string | null {
  const name = entries.find(([key]) => key === 'name' || key === 'key')?.[1];
  return typeof name === 'string' && name.length < 80 ? name : null;
}

function maskNamed(key: string, value: string): string {
  if (value.trim() === '' || isMasked(value)) return value;
  const schemed = AUTHORIZATION.test(key) ? SCHEMED.exec(value) : null;
  if (schemed === null) return maskWhole(value);
  const [, scheme = '', credentials = ''] = schemed;
  return isMasked(credentials) ? value : scheme + maskWhole(credentials);
}

function maskWhole(value: string): string {
  return /\s/.test(value) ? SHORT_MASK : maskSecret(value);
}

/** Text that was JSON and no longer is gets masked value by value instead. */
function keepJson(before: string, after: string, asJson: () => string): string {
  if (after === before || !/^\s*[{["]/.test(before) || !isJson(before) || isJson(after)) return after;
  return asJson();
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
