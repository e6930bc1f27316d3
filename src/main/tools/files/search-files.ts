import { stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { z } from 'zod';
import { firstChars, headAndTail } from '../../../shared/lib/cut-text';
import type { ToolContext } from '../../agent/ports';
import { absolutePath } from '../absolute-path';
import { type Answer, problem } from '../answer';
import { looseInteger } from '../loose-input';
import type { PreparedTool, Tool } from '../ports';
import { fileProblem } from './file-problem';
import type { FilePorts } from './ports';
import { complaintOf, readMatches, readNames, type SearchHit } from './search-output';

const SearchInput = z.object({
  pattern: z.string().min(1).describe('content: a regular expression. files: a glob such as *.ts.'),
  target: z.enum(['content', 'files']).optional().describe('Search in files (default), or for files by name.'),
  path: z.string().min(1).optional().describe('The folder or file to search; default the session folder.'),
  file_glob: z.string().min(1).optional().describe('content: only files whose name fits, for example *.py.'),
  limit: looseInteger.describe('How many results (default 50, at most 500).').optional(),
  offset: looseInteger.describe('Results to leave out at the start.').optional(),
});
type SearchInput = z.infer<typeof SearchInput>;

const DEFAULT_RESULTS = 50;
const MAX_RESULTS = 500;
const SEARCH_LIMIT_MS = 30_000;
const MAX_OUTPUT_BYTES = 8 * 1024 * 1024;
const LINE_CHARS = 300;
const RESULT_CHARS = 60_000;

/** Searches with ripgrep: ignores what .gitignore ignores, follows no links, never asks a shell. */
export function searchFilesTool(ports: FilePorts): Tool<typeof SearchInput> {
  return {
    name: 'search_files',
    emoji: '🔎',
    description:
      'Search file contents by regular expression, or find files by name. Results are path:line:text, paths relative to the session folder.',
    input: SearchInput,
    async prepare(input, context): Promise<PreparedTool> {
      return { kind: 'prepared', execute: () => search(ports, input, context) };
    },
  };
}

/** Where the search runs: globs are read from `folder`, and what is found is named from there. */
interface Place {
  readonly folder: string;
  readonly start: string;
}

type FoundPlace = { readonly ok: true; readonly place: Place } | { readonly ok: false; readonly answer: Answer };

async function search(ports: FilePorts, input: SearchInput, context: ToolContext): Promise<Answer> {
  const root = absolutePath(input.path ?? '.', context.cwd, ports.userHome);
  if ((input.limit ?? 1) < 1 || (input.offset ?? 0) < 0)
    return problem('limit must be positive, and offset must not be negative.');
  const found = await placeOf(root);
  if (!found.ok) return found.answer;
  const { place } = found;
  const run = await ports.runProgram({
    file: ports.ripgrep,
    args: [...rgArguments(input), '--', ...(input.target === 'files' ? [] : [input.pattern]), place.start],
    cwd: place.folder,
    timeoutMs: SEARCH_LIMIT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    signal: context.signal,
  });
  if (run.ending === 'cancelled') return problem('Interrupted.');
  if (run.ending === 'failed-start') return problem('The search program could not be started.');
  // ripgrep: 0 found, 1 nothing found, 2 an error; files that cannot be read are passed over without a word.
  if (run.exitCode === 2 && run.stderr.trim() !== '')
    return problem(`The search failed: ${ports.mask(complaintOf(run.stderr))}.`);
  const hits = input.target === 'files' ? readNames(run.stdout) : readMatches(run.stdout);
  const isIncomplete = run.ending !== 'exited';
  return report(ports, hits, {
    input,
    isIncomplete,
    nameOf: (path) => shownPath(join(place.folder, path), context.cwd),
  });
}

async function placeOf(root: string): Promise<FoundPlace> {
  try {
    const isFolder = (await stat(root)).isDirectory();
    const inFolder = { folder: dirname(root), start: `./${basename(root)}` };
    return { ok: true, place: isFolder ? { folder: root, start: './' } : inFolder };
  } catch (error) {
    return { ok: false, answer: fileProblem(root, error) };
  }
}

interface Reporting {
  readonly input: SearchInput;
  readonly isIncomplete: boolean;
  readonly nameOf: (path: string) => string;
}

function report({ mask }: FilePorts, hits: readonly SearchHit[], { input, isIncomplete, nameOf }: Reporting): Answer {
  const offset = input.offset ?? 0;
  const shown = hits.slice(offset, offset + Math.min(input.limit ?? DEFAULT_RESULTS, MAX_RESULTS));
  // Masked before it is cut, and one by one: a line break in a name must not make one result look like two.
  const lines = shown.map(({ path, line }) => {
    const name = nameOf(path).replaceAll('\n', '\\n');
    return shorten(mask(line === null ? name : `${name}:${line}`), name.length + LINE_CHARS);
  });
  const next = offset + shown.length;
  return {
    matches: headAndTail(lines.join('\n'), RESULT_CHARS).text,
    shown: shown.length,
    total: hits.length,
    ...(hits.length > next ? { note: `More results: go on with offset ${next}.` } : {}),
    ...(isIncomplete
      ? { incomplete: 'The search was stopped because it took too long or found too much. Narrow it.' }
      : {}),
  };
}

function rgArguments(input: SearchInput): readonly string[] {
  const common = [
    '--no-config',
    '--color=never',
    '--no-messages',
    '--hidden',
    '--no-require-git',
    '--sort=path',
    '--null',
  ];
  const wanted = input.target === 'files' ? input.pattern : input.file_glob;
  // The last glob that fits decides: nothing brings .git back.
  const globs = [...(wanted === undefined ? [] : [`--glob=${wanted}`]), '--glob=!.git'];
  if (input.target === 'files') return [...common, '--files', ...globs];
  const lines = ['--with-filename', '--line-number', '--no-heading', '--max-columns=1000', '--max-columns-preview'];
  return [...common, '--engine=auto', ...lines, ...globs];
}

function shownPath(path: string, cwd: string): string {
  const fromHere = relative(cwd, path);
  return fromHere.startsWith('..') || isAbsolute(fromHere) ? path : fromHere;
}

function shorten(text: string, maxChars: number): string {
  return text.length > maxChars ? `${firstChars(text, maxChars).text}…` : text;
}
