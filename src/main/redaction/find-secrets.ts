import { maskSecret, SHORT_MASK } from './mask';
import { findAssignments } from './rules/assignments';
import { findCommandFlags } from './rules/command-flags';
import { findBearers, findHeaders } from './rules/headers';
import { findKnownValues } from './rules/known-values';
import { findMentions, findPhones } from './rules/phones';
import { findPrivateKeys } from './rules/private-keys';
import { findStatements } from './rules/statements';
import { findTokens } from './rules/tokens';
import { findQueryParameters, findUrlCredentials } from './rules/urls';
import { findVendorNamed } from './rules/vendor-names';
import { findVendorKeys } from './rules/vendor-prefixes';
import { type Finding, PARTIAL, type Rule, Scan, type ScanInput } from './scan';

/** In order of trust: where two findings meet, the earlier family names the whole. */
const RULES: readonly Rule[] = [
  findKnownValues,
  findPrivateKeys,
  findVendorKeys,
  findTokens,
  findUrlCredentials,
  findHeaders,
  findBearers,
  findCommandFlags,
  findStatements,
  findAssignments,
  findVendorNamed,
  findQueryParameters,
  findPhones,
  findMentions,
];

/** A longest value that is shown by its ends; beyond it nobody can say where the end is before it has come. */
export const LONGEST_VALUE = 65_536;

/** A secret in the text and what stands in its place. */
export interface Secret extends Finding {
  readonly mask: string;
}

export interface Found {
  /** In order of place, none meeting another. */
  readonly secrets: readonly Secret[];
  /** All before it is decided; the text's length when everything is. */
  readonly safe: number;
}

/** Runs every rule over the text from `input.from` on. Linear in its length. */
export function findSecrets(input: ScanInput): Found {
  const scan = new Scan(input);
  for (const rule of RULES) rule(scan);
  const safe = safeEnd(scan);
  return {
    secrets: merge(
      scan.text,
      scan.findings.filter((finding) => finding.end <= safe),
    ),
    safe,
  };
}

const WORD_END = /[\s"'`,;(){}[\]|]/;

/** Lowers the hold until no finding and no word is cut by it. */
function safeEnd(scan: Scan): number {
  const { text } = scan;
  if (scan.final) return text.length;
  let safe = Math.min(scan.hold, wordStart(text, scan.from));
  for (let isStable = false; !isStable; ) {
    isStable = true;
    for (const finding of scan.findings) {
      if (finding.end > safe && finding.from < safe) {
        safe = finding.from;
        isStable = false;
      }
    }
  }
  return Math.max(safe, scan.from);
}

function wordStart(text: string, from: number): number {
  let at = text.length;
  const first = Math.max(from, text.length - PARTIAL);
  while (at > first && !WORD_END.test(text[at - 1] ?? ' ')) at -= 1;
  return at;
}

function merge(text: string, findings: readonly Finding[]): Secret[] {
  const sorted = findings
    .map((finding, rank) => ({ finding, rank }))
    .sort((a, b) => a.finding.start - b.finding.start || a.rank - b.rank);
  const merged: { finding: Finding; rank: number }[] = [];
  for (const next of sorted) {
    const last = merged.at(-1);
    if (last === undefined || next.finding.start >= last.finding.end) merged.push(next);
    else merged[merged.length - 1] = join(last, next);
  }
  return merged.map(({ finding }) => ({ ...finding, mask: maskOf(text, finding) }));
}

type Ranked = { finding: Finding; rank: number };

function join(first: Ranked, second: Ranked): Ranked {
  const [better, other] = first.rank <= second.rank ? [first, second] : [second, first];
  const start = Math.min(first.finding.start, second.finding.start);
  const end = Math.max(first.finding.end, second.finding.end);
  const isWhole = better.finding.start === start && better.finding.end === end;
  const mask = isWhole
    ? better.finding.mask
    : other.finding.start === start && other.finding.end === end
      ? other.finding.mask
      : undefined;
  return {
    rank: better.rank,
    finding: {
      ...better.finding,
      from: Math.min(first.finding.from, second.finding.from),
      start,
      end,
      mask,
      named: first.finding.named === true || second.finding.named === true,
    },
  };
}

function maskOf(text: string, finding: Finding): string {
  if (finding.mask !== undefined) return finding.mask;
  return finding.end - finding.from > LONGEST_VALUE ? SHORT_MASK : maskSecret(text.slice(finding.start, finding.end));
}
