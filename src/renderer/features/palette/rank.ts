import { go } from 'fuzzysort';

export interface PaletteEntry {
  /** Stable, for what was used lately. */
  readonly id: string;
  readonly kind: 'Action' | 'Session' | 'Process' | 'Setting';
  readonly label: string;
  /** What stands quieter beside it; searched too. */
  readonly detail: string;
  readonly keys: string | null;
  readonly run: () => void;
}

export interface RankedEntry {
  readonly entry: PaletteEntry;
  /** Places in the label that matched. */
  readonly matches: ReadonlySet<number>;
}

const MOST = 60;
const THRESHOLD = 0.25;
const RECENT_BONUS = 0.05;

/** What fits the words, best first; with no words everything, lately used first. */
export function rankEntries(
  entries: readonly PaletteEntry[],
  words: string,
  recent: readonly string[],
): readonly RankedEntry[] {
  const age = (id: string) => {
    const index = recent.indexOf(id);
    return index === -1 ? Number.POSITIVE_INFINITY : index;
  };
  if (words.trim() === '') {
    const isNew = (entry: PaletteEntry) => age(entry.id) === Number.POSITIVE_INFINITY;
    const used = entries.filter((entry) => !isNew(entry)).toSorted((a, b) => age(a.id) - age(b.id));
    return [...used, ...entries.filter(isNew)].slice(0, MOST).map((entry) => ({ entry, matches: new Set() }));
  }
  const results = go(words.trim(), entries, {
    keys: ['label', 'detail'],
    limit: MOST,
    threshold: THRESHOLD,
    scoreFn: (result) => result.score + (Number.isFinite(age(result.obj.id)) && result.score > 0 ? RECENT_BONUS : 0),
  });
  return results.map((result) => ({ entry: result.obj, matches: new Set(result[0]?.indexes ?? []) }));
}
