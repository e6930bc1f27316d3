import { joinPath } from './syntax/paths';
import type { SimpleCommand } from './syntax/script';

/** More starting points than this and nothing can be told any more. */
const MAX_FOLDERS = 8;

/**
 * The folders in which relative paths may start, after each `cd` of a script in turn. A `cd` may fail or stand in a
 * subshell, so the earlier folders stay possible. Null: one cannot be told.
 */
export function foldersAfter(
  from: readonly string[] | null,
  simple: SimpleCommand,
  home: string,
): readonly string[] | null {
  const name = simple.words[0]?.text;
  if (name !== 'cd' && name !== 'pushd' && name !== 'popd') return from;
  const target = simple.words.slice(1).find((word) => !/^-[LPe@]$/.test(word.text) && word.text !== '--');
  if (from === null || name === 'popd' || target?.text === '-' || target?.text.startsWith('+')) return null;
  if (target === undefined) return unite(from, [home]);
  const folded = target.tilde
    ? target.text.replace(/^~(?=\/|$)/, home)
    : target.text.replace(/^\$\{?HOME\}?(?=\/|$)/, home);
  if (/[$`]/.test(folded) && !target.literal) return null;
  return unite(
    from,
    from.map((folder) => joinPath(folder, folded)),
  );
}

function unite(some: readonly string[], more: readonly string[]): readonly string[] | null {
  const all = [...new Set([...some, ...more])];
  return all.length > MAX_FOLDERS ? null : all;
}
