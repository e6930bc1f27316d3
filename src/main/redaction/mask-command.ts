import { type Edit, moveOffset, spansAfter } from './edits';
import type { Fingerprint } from './fingerprint';
import type { KnownSecrets } from './ports';
import { namedValues, runPasses } from './redact';
import { visibleParts } from './visible';

/** A part of the raw command, in UTF-16 offsets, and what is said of it. */
export interface RawSpan {
  readonly start: number;
  readonly end: number;
  readonly label: string;
}

/** The same in offsets of the masked command. */
export interface CommandSpan extends RawSpan {
  readonly kind: 'secret' | 'reason';
}

export interface MaskedCommand {
  readonly maskedCommand: string;
  readonly spans: readonly CommandSpan[];
  /** Values that a name or place in the command gave away. */
  readonly found: readonly string[];
}

export interface MaskCommandOptions {
  readonly known?: KnownSecrets | undefined;
  /** With it a secret's label is that of a chip: `secret · token · a3f1`. */
  readonly fingerprint?: Fingerprint | undefined;
}

/**
 * What an approval shows of a command (design 3): secrets masked, hidden characters written out, and spans of the
 * raw command moved to where their text now stands. A span that touches a secret takes its whole mask.
 */
export function maskCommand(
  command: string,
  reasons: readonly RawSpan[],
  { known, fingerprint }: MaskCommandOptions = {},
): MaskedCommand {
  const found = runPasses(command, { known, origin: 'command' });
  const { masked } = found;
  const passes = fingerprint === undefined ? found.passes : found.passes.map(chipLabels(command, fingerprint));
  const visible = visibleParts(masked);
  const toVisible = (offset: number, side: 'start' | 'end') => visible.move(offset, side);
  const secrets = spansAfter(passes).map((span) => ({ ...span, kind: 'secret' as const }));
  const moved = reasons.map(({ start, end, label }) => ({
    start: passes.reduce((at, edits) => moveOffset(edits, at, 'start'), start),
    end: passes.reduce((at, edits) => moveOffset(edits, at, 'end'), end),
    kind: 'reason' as const,
    label,
  }));
  const spans = [...secrets, ...moved].map(({ start, end, kind, label }) => ({
    start: toVisible(start, 'start'),
    end: toVisible(end, 'end'),
    kind,
    label,
  }));
  return {
    maskedCommand: visible.text,
    spans: spans.sort((a, b) => a.start - b.start || b.end - a.end),
    found: namedValues(command, passes),
  };
}

/** Labels by which a person tells two secrets apart. Only the first pass sees a secret whole; later ones see masks. */
function chipLabels(command: string, fingerprint: Fingerprint) {
  return (edits: readonly Edit[], pass: number): readonly Edit[] =>
    edits.map((edit) => {
      const label = `secret · ${edit.label}`;
      if (pass > 0) return { ...edit, label };
      return { ...edit, label: `${label} · ${fingerprint(command.slice(edit.start, edit.end))}` };
    });
}
