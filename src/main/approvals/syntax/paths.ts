import type { Word } from './words';

/** Where a path leads, seen from the folder the agent works in. `unknown`: only running the command can tell. */
export type Place = 'inside' | 'outside' | 'unknown';

export interface Folders {
  /** The agent's folder: writes below it are its work. */
  readonly cwd: string;
  readonly home: string;
  /** Where relative paths may start from, after every `cd` so far; null when one of them cannot be told. */
  readonly from: readonly string[] | null;
}

/** Joins and tidies POSIX paths: no `.`, no `..`, no doubled or trailing slash. */
export function joinPath(base: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${isAbsolute(path) ? '' : `${base}/`}${path}`.replaceAll('\\', '/').split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  const joined = parts.join('/');
  return /^[A-Za-z]:/.test(joined) ? joined : `/${joined}`;
}

export function isWithin(folder: string, path: string): boolean {
  const [outer, inner] = [joinPath('/', folder), joinPath('/', path)];
  return inner === outer || inner.startsWith(outer === '/' ? '/' : `${outer}/`);
}

/** The absolute paths that a word may name; null when it begins with something only running it can tell. */
export function resolveWord(word: Word, folders: Folders): readonly string[] | null {
  const path = foldHome(word, folders);
  const dynamicAt = word.literal ? -1 : path.search(/[$`]|[<>]\(/);
  if (dynamicAt === 0) return null;
  const known = dynamicAt === -1 ? path : path.slice(0, dynamicAt);
  if (isAbsolute(known)) return [joinPath('/', known)];
  return folders.from === null ? null : folders.from.map((from) => joinPath(from, known));
}

/** Whether what a word names lies in the agent's folder. */
export function placeOf(word: Word, folders: Folders): Place {
  const paths = resolveWord(word, folders);
  if (paths === null) return 'unknown';
  return paths.every((path) => isWithin(folders.cwd, path)) ? 'inside' : 'outside';
}

/** Replaces the forms of the home and working folder at the start of a word by the folder itself. */
function foldHome(word: Word, folders: Folders): string {
  if (word.tilde && /^~(\/|$)/.test(word.text)) return folders.home + word.text.slice(1);
  if (word.tilde && /^~[a-z_]/i.test(word.text)) return `/home/${word.text.slice(1)}`;
  if (word.literal) return word.text;
  const home = /^\$(HOME|\{HOME(:?[-?=+][^}]*)?\}|USERPROFILE|\{USERPROFILE\})(?=\/|\*|$)/.exec(word.text);
  if (home !== null) return folders.home + word.text.slice(home[0].length);
  const here = /^\$(PWD|\{PWD\}|\(pwd\))(?=\/|\*|$)/.exec(word.text);
  const start = folders.from?.[0];
  if (here !== null && start !== undefined) return start + word.text.slice(here[0].length);
  return word.text;
}

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:/.test(path) || path.startsWith('\\\\');
}
