import { findSecrets, type Secret } from './find-secrets';
import { type Hidden, peel } from './hidden';
import { UNUSABLE_MARKER } from './mask';
import type { KnownSecrets } from './ports';
import type { SecretKind, TextOrigin } from './scan';

export interface RedactOptions {
  readonly known?: KnownSecrets | undefined;
  /** Default `text`. */
  readonly origin?: TextOrigin | undefined;
  /** `unusable` replaces the whole secret by a marker, for text that a model may write back (case 268). */
  readonly masks?: 'partial' | 'unusable' | undefined;
}

/** UTF-16 offsets into the masked text. */
export interface MaskedSpan {
  readonly start: number;
  readonly end: number;
  readonly kind: SecretKind;
  readonly label: string;
}

export interface Redaction {
  readonly text: string;
  readonly spans: readonly MaskedSpan[];
  /** Values that a name or place gave away: worth knowing wherever they turn up again. */
  readonly found: readonly string[];
}

/**
 * Masks every secret in a text (spec/processes 23). Synchronous, linear, without effects; a clean text comes back
 * as it was, and a masked text stays as it is.
 */
export function redactText(text: string, options: RedactOptions = {}): Redaction {
  const peeled = peel(text);
  const { secrets } = findSecrets({
    text: peeled.text,
    from: 0,
    final: true,
    origin: options.origin ?? 'text',
    known: options.known,
    seams: seamsOf(peeled.hidden),
  });
  if (secrets.length === 0) return { text, spans: [], found: [] };
  return weave(peeled, secrets, options);
}

/** The places where hidden characters stood, for the rules. */
export function seamsOf(hidden: readonly Hidden[]): ReadonlySet<number> | undefined {
  return hidden.length === 0 ? undefined : new Set(hidden.map((piece) => piece.at));
}

interface Woven {
  readonly text: string;
  readonly hidden: readonly Hidden[];
}

/** Puts masks in place of secrets, and hidden characters back where they stood unless a secret held them. */
export function weave(source: Woven, secrets: readonly Secret[], options: RedactOptions): Redaction {
  const out = new Weaver(source);
  const spans: MaskedSpan[] = [];
  const found: string[] = [];
  for (const secret of secrets) {
    out.copyTo(secret.start);
    const start = out.length;
    out.replaceTo(
      secret.end,
      options.masks === 'unusable' && secret.kind !== 'private-key' ? UNUSABLE_MARKER : secret.mask,
    );
    spans.push({ start, end: out.length, kind: secret.kind, label: secret.label });
    if (secret.named === true) found.push(source.text.slice(secret.start, secret.end));
  }
  out.copyTo(source.text.length);
  return { text: out.finish(), spans, found };
}

class Weaver {
  private readonly _pieces: string[] = [];
  private _at = 0;
  private _next = 0;
  length = 0;

  constructor(private readonly _source: Woven) {}

  copyTo(end: number): void {
    const { text, hidden } = this._source;
    for (let piece = hidden[this._next]; piece !== undefined && piece.at <= end; piece = hidden[this._next]) {
      if (piece.at === end && end === text.length) break;
      this._push(text.slice(this._at, piece.at) + piece.text);
      this._at = piece.at;
      this._next += 1;
    }
    this._push(text.slice(this._at, end));
    this._at = end;
  }

  replaceTo(end: number, mask: string): void {
    const { hidden } = this._source;
    while ((hidden[this._next]?.at ?? Number.POSITIVE_INFINITY) < end) this._next += 1;
    this._push(mask);
    this._at = end;
  }

  finish(): string {
    for (const piece of this._source.hidden.slice(this._next)) this._push(piece.text);
    return this._pieces.join('');
  }

  private _push(text: string): void {
    this._pieces.push(text);
    this.length += text.length;
  }
}
