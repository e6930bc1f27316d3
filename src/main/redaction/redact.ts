import { applyEdits, type Edit, spansAfter } from './edits';
import { findSecrets, type Secret } from './find-secrets';
import { type Peeled, peel } from './hidden';
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
 * How often a text is gone over: what one mask changes can show a later rule something (a quote that closes
 * elsewhere, an edge where there was none). Ordinary texts are at rest after the first pass.
 */
export const PASSES = 3;

/**
 * Masks every secret in a text (spec/processes 23). Synchronous, linear, without effects; a clean text comes back
 * as it was, and a masked text stays as it is.
 */
export function redactText(text: string, options: RedactOptions = {}): Redaction {
  const { masked, passes } = runPasses(text, options);
  return { text: masked, spans: spansAfter(passes), found: namedValues(text, passes) };
}

export interface Passes {
  readonly masked: string;
  /** The edits of each pass, in offsets of the text that it saw. */
  readonly passes: readonly (readonly Edit[])[];
}

/** Goes over the text until nothing changes. */
export function runPasses(text: string, options: RedactOptions): Passes {
  const passes: Edit[][] = [];
  let masked = text;
  while (passes.length < PASSES) {
    const { edits } = findEdits(masked, { from: 0, isFinal: true, options });
    if (edits.length === 0) break;
    passes.push(edits);
    masked = applyEdits(masked, edits);
  }
  return { masked, passes };
}

/** The values that names and places gave away in the first pass, the only one that saw the text itself. */
export function namedValues(text: string, passes: Passes['passes']): string[] {
  const named = (passes[0] ?? []).filter((edit) => edit.isNamed);
  return [...new Set(named.map((edit) => text.slice(edit.start, edit.end)))];
}

export interface Pass {
  readonly edits: Edit[];
  /** All before it is decided. */
  readonly safe: number;
  /** The last secret and its text, when it reaches the end of what was looked at. */
  readonly open: { readonly peeled: Peeled; readonly secret: Secret } | null;
}

interface Look {
  readonly from: number;
  readonly isFinal: boolean;
  /** The text goes on, but no more of it is waited for. */
  readonly isCut?: boolean;
  readonly options: RedactOptions;
}

/** One pass over a text as it is, hidden characters and all; offsets are those of `text`. */
export function findEdits(text: string, look: Look): Pass {
  const peeled = peel(text);
  const found = findSecrets({
    text: peeled.text,
    from: look.from === 0 ? 0 : peel(text.slice(0, look.from)).text.length,
    final: look.isFinal,
    isCut: look.isCut,
    origin: look.options.origin ?? 'text',
    known: look.options.known,
    seams: peeled.seams,
  });
  const last = found.secrets.at(-1);
  return {
    edits: found.secrets.map((secret) => toEdit(peeled, secret, look.options)),
    safe: found.safe === peeled.text.length ? text.length : peeled.whole(found.safe, 'after'),
    open: last !== undefined && last.end === peeled.text.length ? { peeled, secret: last } : null,
  };
}

function toEdit(peeled: Peeled, secret: Secret, options: RedactOptions): Edit {
  const isMarked = options.masks === 'unusable' && secret.kind !== 'private-key';
  return {
    start: peeled.whole(secret.start, 'before'),
    end: peeled.whole(secret.end, 'after'),
    mask: isMarked ? UNUSABLE_MARKER : secret.mask,
    kind: secret.kind,
    label: secret.label,
    isNamed: secret.named === true,
  };
}
