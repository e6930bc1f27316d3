import { findSecrets, LONGEST_VALUE, type Secret } from './find-secrets';
import { type Hidden, peel, unfinishedSequence } from './hidden';
import { SHORT_MASK } from './mask';
import { type RedactOptions, seamsOf, weave } from './redact';
import { LOOK_BACK, PARTIAL } from './scan';

export interface StreamRedactor {
  /** Takes the next piece and gives what may be let out now, masked. */
  push(chunk: string): string;
  /** Gives the rest. Nothing may be pushed afterwards. */
  end(): string;
}

/** Characters kept before the undecided part, for rules that look back. */
const KEPT_BEFORE = LOOK_BACK + PARTIAL;
/** Held text up to this length is looked at on every push; longer text only when it has grown by a quarter. */
const ALWAYS_SCANNED = 512;

/**
 * Redacts a text that comes in pieces. What comes out is what `redactText` gives for the whole, wherever it was cut;
 * held back is only what could still become a secret, at most 64 Ki characters. A value longer than that becomes
 * `***` at once, and what follows of it is dropped until it ends.
 */
export function createStreamRedactor(options: RedactOptions = {}): StreamRedactor {
  return new HoldingRedactor(options);
}

class HoldingRedactor implements StreamRedactor {
  /** Peeled text: context that is already out, then what is held. */
  private _text = '';
  private _hidden: Hidden[] = [];
  private _from = 0;
  private _cutSequence = '';
  private _scannedLength = 0;
  private _swallowing: Secret | null = null;

  constructor(private readonly _options: RedactOptions) {}

  push(chunk: string): string {
    const raw = this._cutSequence + chunk;
    const cut = unfinishedSequence(raw);
    this._cutSequence = raw.slice(cut);
    this._append(raw.slice(0, cut));
    const held = this._text.length - this._from;
    const isWorthIt = held <= ALWAYS_SCANNED || held >= this._scannedLength * 1.25 || chunk.includes('\n');
    return isWorthIt || held > LONGEST_VALUE ? this._release(false) : '';
  }

  end(): string {
    this._append(this._cutSequence);
    this._cutSequence = '';
    return this._release(true);
  }

  private _append(raw: string): void {
    const peeled = peel(raw);
    const before = this._text.length;
    for (const piece of peeled.hidden) this._hidden.push({ at: piece.at + before, text: piece.text });
    this._text += peeled.text;
  }

  private _release(isLast: boolean): string {
    let out = '';
    for (;;) {
      if (this._swallowing !== null && !this._swallow()) return out;
      const found = this._find(this._text, isLast);
      if (isLast || found.safe > this._from) out += this._letOut(found.secrets, found.safe);
      if (isLast || this._text.length - this._from <= LONGEST_VALUE) break;
      out += this._force();
    }
    this._scannedLength = this._text.length - this._from;
    return out;
  }

  private _find(text: string, isFinal: boolean) {
    return findSecrets({
      text,
      from: this._from,
      final: isFinal,
      origin: this._options.origin ?? 'text',
      known: this._options.known,
      seams: seamsOf(this._hidden),
    });
  }

  /** Decides what has been held for too long as if the text ended at the limit. */
  private _force(): string {
    const end = this._from + LONGEST_VALUE;
    const { secrets } = this._find(this._text.slice(0, end), true);
    const last = secrets.at(-1);
    if (last?.rest === undefined || last.end < end) return this._letOut(secrets, end);
    this._swallowing = last;
    const mask = last.kind === 'private-key' ? last.mask : SHORT_MASK;
    return this._letOut([...secrets.slice(0, -1), { ...last, mask }], end);
  }

  /** Drops what belongs to a value whose mask is already out; false while its end is not in sight. */
  private _swallow(): boolean {
    const end = this._swallowing?.rest?.(this._text, this._from) ?? this._from;
    this._drop(end);
    if (end >= this._text.length) return false;
    this._swallowing = null;
    return true;
  }

  private _drop(end: number): void {
    this._hidden = this._hidden.filter((piece) => piece.at < this._from || piece.at >= end);
    this._from = end;
    this._trim();
  }

  private _letOut(secrets: readonly Secret[], end: number): string {
    const isEnd = end === this._text.length;
    const offset = this._from;
    const hidden = this._hidden.filter((piece) => piece.at >= offset && (piece.at < end || isEnd));
    const shifted = hidden.map((piece) => ({ at: piece.at - offset, text: piece.text }));
    const own = secrets.map((secret) => ({ ...secret, start: secret.start - offset, end: secret.end - offset }));
    const woven = weave({ text: this._text.slice(offset, end), hidden: shifted }, own, this._options);
    this._hidden = this._hidden.filter((piece) => piece.at < offset || !(piece.at < end || isEnd));
    for (const piece of hidden) this._hidden.unshift({ at: piece.at, text: '' });
    this._from = end;
    this._trim();
    return woven.text;
  }

  private _trim(): void {
    const cut = this._from - KEPT_BEFORE;
    if (cut < KEPT_BEFORE) return;
    this._text = this._text.slice(cut);
    this._from -= cut;
    this._hidden = this._hidden
      .filter((piece) => piece.at >= cut)
      .map((piece) => ({ at: piece.at - cut, text: piece.text }));
  }
}
