import type { ApprovalSpan } from '../../../shared/schemas/approval';

/** A piece of a command: plain, marked for its reasons, or a chip that stands for a secret. */
export interface CommandPart {
  readonly text: string;
  /** The label of the secret that stands here; its text is never shown. */
  readonly secret: string | null;
  readonly reasons: readonly string[];
}

/** Cuts a masked command at its spans. Nothing of it is left out; spans that lie outside it are ignored. */
export function commandParts(command: string, spans: readonly ApprovalSpan[]): readonly CommandPart[] {
  const inside = spans.filter(({ start, end }) => start < end && end <= command.length);
  const secrets = inside.filter(({ kind }) => kind === 'secret');
  const isCut = (at: number) => !secrets.some(({ start, end }) => start < at && at < end);
  const cuts = [0, command.length, ...inside.flatMap(({ start, end }) => [start, end])];
  const places = [...new Set(cuts)].filter(isCut).sort((a, b) => a - b);
  return places.slice(0, -1).map((start, at) => {
    const end = places[at + 1] ?? command.length;
    const over = inside.filter((span) => span.start < end && span.end > start);
    return {
      text: command.slice(start, end),
      secret: over.find(({ kind }) => kind === 'secret')?.label ?? null,
      reasons: over.filter(({ kind }) => kind === 'reason').map(({ label }) => label),
    };
  });
}

const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Main writes hidden characters out already; one that slipped through is written out here. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (character) => {
    if (character === '\n' || character === '\t') return character;
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `‹U+${code}›`;
  });
}
