import { findSecrets, type Secret } from './find-secrets';
import { peel, wholeOffset } from './hidden';
import type { KnownSecrets } from './ports';
import { seamsOf } from './redact';
import { makeVisible } from './visible';

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

/**
 * What an approval shows of a command (design 3): secrets masked, hidden characters written out, and spans of the
 * raw command moved to where their text now stands. A span that touches a secret takes its whole mask.
 */
export function maskCommand(command: string, reasons: readonly RawSpan[], known?: KnownSecrets): MaskedCommand {
  const secrets = rawSecrets(command, known);
  const pieces = layOut(command, secrets);
  const spans = reasons.map(({ start, end, label }) => ({
    start: moved(pieces, start, 'start'),
    end: moved(pieces, end, 'end'),
    kind: 'reason' as const,
    label,
  }));
  return {
    maskedCommand: pieces.map((piece) => piece.text).join(''),
    spans: [...pieces.flatMap(secretSpan), ...spans].sort((a, b) => a.start - b.start || b.end - a.end),
    found: secrets.filter((secret) => secret.named === true).map((secret) => command.slice(secret.start, secret.end)),
  };
}

function rawSecrets(command: string, known: KnownSecrets | undefined): Secret[] {
  const peeled = peel(command);
  const seams = seamsOf(peeled.hidden);
  const { secrets } = findSecrets({ text: peeled.text, from: 0, final: true, origin: 'command', known, seams });
  return secrets.map((secret) => ({
    ...secret,
    start: wholeOffset(peeled, secret.start, 'after-hidden'),
    end: wholeOffset(peeled, secret.end, 'before-hidden'),
  }));
}

interface Piece {
  readonly rawStart: number;
  readonly rawEnd: number;
  readonly start: number;
  readonly text: string;
  readonly label: string | null;
}

function layOut(command: string, secrets: readonly Secret[]): Piece[] {
  const pieces: Piece[] = [];
  let rawStart = 0;
  let start = 0;
  const add = (rawEnd: number, text: string, label: string | null) => {
    if (rawEnd > rawStart) pieces.push({ rawStart, rawEnd, start, text, label });
    start += rawEnd > rawStart ? text.length : 0;
    rawStart = Math.max(rawStart, rawEnd);
  };
  for (const secret of secrets) {
    addPlain(command.slice(rawStart, secret.start), rawStart, add);
    add(secret.end, secret.mask, secret.label);
  }
  addPlain(command.slice(rawStart), rawStart, add);
  return pieces;
}

/** Plain text in runs that keep their length, so that offsets inside can be moved. */
function addPlain(plain: string, from: number, add: (rawEnd: number, text: string, label: null) => void): void {
  const visible = makeVisible(plain);
  if (visible.length === plain.length) {
    add(from + plain.length, visible, null);
    return;
  }
  let at = from;
  for (const character of plain) {
    at += character.length;
    add(at, makeVisible(character), null);
  }
}

function secretSpan(piece: Piece): CommandSpan[] {
  if (piece.label === null) return [];
  return [{ start: piece.start, end: piece.start + piece.text.length, kind: 'secret', label: piece.label }];
}

function moved(pieces: readonly Piece[], offset: number, side: 'start' | 'end'): number {
  let end = 0;
  for (const piece of pieces) {
    end = piece.start + piece.text.length;
    const isInside = side === 'start' ? offset < piece.rawEnd : offset <= piece.rawEnd;
    if (!isInside) continue;
    const isKept = piece.label === null && piece.text.length === piece.rawEnd - piece.rawStart;
    if (isKept) return piece.start + Math.max(0, offset - piece.rawStart);
    if (offset <= piece.rawStart) return piece.start;
    return side === 'start' ? piece.start : end;
  }
  return end;
}
