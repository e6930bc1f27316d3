import { formatPatch, structuredPatch } from 'diff';
import { headAndTail } from '../../../shared/lib/cut-text';
import type { Replacement } from './replace-bytes';

const SHOWN_CHARS = 8_000;
const CONTEXT_LINES = 2;
/** Lines around the change that are looked at, so that a secret that begins there is recognised. */
const AROUND_LINES = 60;
const AROUND_BYTES = 16 * 1024;
const MAX_REGION_BYTES = 128 * 1024;
/** The loop of main waits for it. */
const TIME_LIMIT_MS = 15;
const NEWLINE = 10;

export interface Change {
  readonly path: string;
  readonly before: Buffer;
  readonly replaced: Extract<Replacement, { ok: true }>;
}

/** What a replacement changed, as a unified diff of the lines around it, masked on either side. */
export function difference({ path, before, replaced }: Change, mask: (text: string) => string): string {
  const start = startOf(before, replaced.from);
  const end = endOf(before, replaced.to);
  const grown = replaced.bytes.length - before.length;
  if (Math.max(end, end + grown) - start > MAX_REGION_BYTES) return 'The difference is too large to show.';
  const old = mask(before.toString('utf8', start, end));
  const changed = mask(replaced.bytes.toString('utf8', start, end + grown));
  if (old === changed) return 'Only masked values differ.';
  const patch = structuredPatch(path, path, old, changed, '', '', { context: CONTEXT_LINES, timeout: TIME_LIMIT_MS });
  if (patch === undefined) return 'The difference is too large to show.';
  const linesBefore = newlinesIn(before.subarray(0, start));
  const hunks = patch.hunks.map((hunk) => ({
    ...hunk,
    oldStart: hunk.oldStart + linesBefore,
    newStart: hunk.newStart + linesBefore,
  }));
  return headAndTail(formatPatch({ ...patch, hunks }), SHOWN_CHARS).text;
}

function startOf(bytes: Buffer, from: number): number {
  const least = Math.max(0, from - AROUND_BYTES);
  let at = from;
  for (let line = 0; line <= AROUND_LINES && at > least; line += 1) at = bytes.lastIndexOf(NEWLINE, at - 1);
  return at < least ? least : at === 0 ? 0 : at + 1;
}

function endOf(bytes: Buffer, to: number): number {
  const most = Math.min(bytes.length, to + AROUND_BYTES);
  let at = to;
  for (let line = 0; line <= AROUND_LINES && at < most; line += 1) {
    const newline = bytes.indexOf(NEWLINE, at);
    at = newline === -1 ? bytes.length : newline + 1;
  }
  return Math.min(at, most);
}

function newlinesIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}
