import type { KnownSecrets } from '../ports';
import type { Rule, Scan } from '../scan';

/** Values sorted into buckets by their first two characters, longest first. */
interface Index {
  readonly buckets: ReadonlyMap<number, readonly string[]>;
  readonly firsts: Uint8Array;
  readonly longest: number;
}

const FIRST_BITS = 0xff;
const indexes = new WeakMap<readonly string[], Index>();

/** Finds values that are known to be secret, wherever they stand, also as JSON and URLs write them. */
export const findKnownValues: Rule = (scan) => {
  const index = indexOf(scan.known);
  if (index === null) return;
  const { text } = scan;
  let at = scan.from;
  while (at < text.length) {
    if (index.firsts[text.charCodeAt(at) & FIRST_BITS] === 0) {
      at += 1;
      continue;
    }
    const bucket = index.buckets.get(bucketOf(text, at));
    const value = bucket?.find((each) => text.startsWith(each, at));
    if (isCut(scan, index, at, value)) return;
    if (value !== undefined)
      scan.add({ from: at, start: at, end: at + value.length, kind: 'known', label: 'known secret' });
    at += value?.length ?? 1;
  }
};

/** True, and waited for, if a value longer than the one found could begin here. */
function isCut(scan: Scan, index: Index, at: number, value: string | undefined): boolean {
  const left = scan.text.length - at;
  if (scan.final || left >= index.longest) return false;
  const tail = scan.text.slice(at);
  for (const bucket of index.buckets.values()) {
    for (const each of bucket) {
      if (each.length > left && each.length > (value?.length ?? 0) && each.startsWith(tail)) return scan.wait(at);
    }
  }
  return false;
}

function bucketOf(text: string, at: number): number {
  return (text.charCodeAt(at) << 16) | text.charCodeAt(at + 1);
}

function indexOf(known: KnownSecrets | undefined): Index | null {
  const values = known?.values();
  if (values === undefined || values.length === 0) return null;
  const made = indexes.get(values);
  if (made !== undefined) return made;
  const index = makeIndex(values);
  indexes.set(values, index);
  return index;
}

function makeIndex(values: readonly string[]): Index {
  const spellings = new Set(values.flatMap(spellingsOf));
  const sorted = [...spellings].filter((each) => each.length >= 8).sort((a, b) => b.length - a.length);
  const buckets = new Map<number, string[]>();
  const firsts = new Uint8Array(FIRST_BITS + 1);
  for (const value of sorted) {
    const bucket = bucketOf(value, 0);
    const others = buckets.get(bucket);
    if (others === undefined) buckets.set(bucket, [value]);
    else others.push(value);
    firsts[value.charCodeAt(0) & FIRST_BITS] = 1;
  }
  return { buckets, firsts, longest: sorted[0]?.length ?? 0 };
}

function spellingsOf(value: string): string[] {
  const spellings = [value, JSON.stringify(value).slice(1, -1)];
  if (!/\p{Surrogate}/u.test(value)) spellings.push(encodeURIComponent(value));
  return spellings;
}
