import { applyEdits } from './edits';
import { LONGEST_VALUE } from './find-secrets';
import { peel, unfinishedSequence } from './hidden';
import { SHORT_MASK } from './mask';
import { findEdits, PASSES, type RedactOptions } from './redact';
import { type Finding, LOOK_BACK, PARTIAL } from './scan';

export interface StreamRedactor {
  /** Takes the next piece and gives what may be let out now, masked. */
  push(chunk: string): string;
  /** Gives the rest. Nothing may be pushed afterwards. */
  end(): string;
}

/**
 * Redacts a text that comes in pieces. What comes out is what `redactText` gives for the whole, wherever it was cut;
 * held back is only what could still become a secret, at most 64 Ki characters. A value longer than that becomes
 * `***` at once, and what follows of it is dropped until it ends.
 */
export function createStreamRedactor(options: RedactOptions = {}): StreamRedactor {
  const passes = Array.from({ length: PASSES }, () => new PassStream(options));
  return {
    push: (chunk) => passes.reduce((text, pass) => (text === '' ? '' : pass.push(text)), chunk),
    end: () => passes.reduce((text, pass) => (text === '' ? '' : pass.push(text)) + pass.end(), ''),
  };
}

/** Characters kept before the undecided part, for rules that look back. */
const KEPT_BEFORE = LOOK_BACK + PARTIAL;
/** Held text up to this length is looked at on every push; longer text only when it has grown by a quarter. */
const ALWAYS_SCANNED = 512;

/** One pass over the stream. */
class PassStream implements StreamRedactor {
  /** Context that is already out, then what is held. */
  private _text = '';
  private _from = 0;
  private _cutSequence = '';
  private _scannedLength = 0;
  private _swallowing: Finding | null = null;

  constructor(private readonly _options: RedactOptions) {}

  push(chunk: string): string {
    const raw = this._cutSequence + chunk;
    const cut = unfinishedSequence(raw);
    this._cutSequence = raw.slice(cut);
    this._text += raw.slice(0, cut);
    const held = this._text.length - this._from;
    const isWorthIt = held <= ALWAYS_SCANNED || held >= this._scannedLength * 1.25 || chunk.includes('\n');
    return isWorthIt || held > LONGEST_VALUE ? this._release(false) : '';
  }

  end(): string {
    this._text += this._cutSequence;
    this._cutSequence = '';
    return this._release(true);
  }

  private _release(isLast: boolean): string {
    let out = '';
    this._scannedLength = 0;
    for (;;) {
      if (this._swallowing !== null && !this._swallow(this._swallowing)) return out;
      const { edits, safe } = findEdits(this._text, { from: this._from, isFinal: isLast, options: this._options });
      if (safe > this._from) out += this._letOut(applyEdits(this._text, edits, this._from, safe), safe);
      if (isLast || this._text.length - this._from <= LONGEST_VALUE) break;
      out += this._force();
    }
    this._scannedLength = this._text.length - this._from;
    return out;
  }

  /** Decides what has been held for too long as if the text ended at the limit. */
  private _force(): string {
    const end = this._from + LONGEST_VALUE;
    const { edits, open } = findEdits(this._text.slice(0, end), {
      from: this._from,
      isFinal: true,
      isCut: true,
      options: this._options,
    });
    const last = edits.at(-1);
    if (open?.secret.rest === undefined || last === undefined) {
      return this._letOut(applyEdits(this._text, edits, this._from, end), end);
    }
    this._swallowing = open.secret;
    const mask = open.secret.kind === 'private-key' ? last.mask : SHORT_MASK;
    return this._letOut(applyEdits(this._text, [...edits.slice(0, -1), { ...last, mask }], this._from, end), end);
  }

  /** Drops what belongs to a value whose mask is already out; false while its end is not in sight. */
  private _swallow(value: Finding): boolean {
    const peeled = peel(this._text);
    const at = peel(this._text.slice(0, this._from)).text.length;
    const end = value.rest?.(peeled.text, at) ?? at;
    const isOpen = end >= peeled.text.length;
    this._letOut('', isOpen ? this._text.length : peeled.whole(end, 'after'));
    if (!isOpen) this._swallowing = null;
    return !isOpen;
  }

  private _letOut(out: string, end: number): string {
    const cut = Math.max(0, end - KEPT_BEFORE);
    this._text = this._text.slice(cut);
    this._from = end - cut;
    return out;
  }
}
