import type { SecretKind } from './scan';

/** A part of a text and what stands in its place. Lists of edits are in order and do not meet. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly mask: string;
  readonly kind: SecretKind;
  readonly label: string;
  readonly isNamed: boolean;
}

/** The part of `text` from `from` to `to` with the edits in it made. */
export function applyEdits(text: string, edits: readonly Edit[], from = 0, to = text.length): string {
  const pieces: string[] = [];
  let at = from;
  for (const edit of edits) {
    pieces.push(text.slice(at, edit.start), edit.mask);
    at = edit.end;
  }
  pieces.push(text.slice(at, to));
  return pieces.join('');
}

/** Where an offset of the text stands after the edits; inside an edit it moves to that side of the mask. */
export function moveOffset(edits: readonly Edit[], offset: number, side: 'start' | 'end'): number {
  let shift = 0;
  for (const edit of edits) {
    if (offset <= edit.start) break;
    if (offset < edit.end) return edit.start + shift + (side === 'start' ? 0 : edit.mask.length);
    shift += edit.mask.length - (edit.end - edit.start);
  }
  return offset + shift;
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: SecretKind;
  readonly label: string;
}

/** The edits of all passes as spans of the last text; what a later pass took in is gone. */
export function spansAfter(passes: readonly (readonly Edit[])[]): Span[] {
  return passes.reduce<Span[]>((before, edits) => mergeSpans(moveSpans(edits, before), ownSpans(edits)), []);
}

function ownSpans(edits: readonly Edit[]): Span[] {
  let shift = 0;
  return edits.map(({ start, end, mask, kind, label }) => {
    const span = { start: start + shift, end: start + shift + mask.length, kind, label };
    shift += mask.length - (end - start);
    return span;
  });
}

/** Spans, in order, after the edits; those that an edit touches are left out: the edit has its own. */
function moveSpans(edits: readonly Edit[], spans: readonly Span[]): Span[] {
  const moved: Span[] = [];
  let shift = 0;
  let next = 0;
  for (const span of spans) {
    for (let edit = edits[next]; edit !== undefined && edit.end <= span.start; edit = edits[next]) {
      shift += edit.mask.length - (edit.end - edit.start);
      next += 1;
    }
    const isTouched = (edits[next]?.start ?? Number.POSITIVE_INFINITY) < span.end;
    if (!isTouched) moved.push({ ...span, start: span.start + shift, end: span.end + shift });
  }
  return moved;
}

function mergeSpans(first: readonly Span[], second: readonly Span[]): Span[] {
  return first.length === 0 ? [...second] : [...first, ...second].sort((a, b) => a.start - b.start);
}
