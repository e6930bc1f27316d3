import { stat } from 'node:fs/promises';
import { z } from 'zod';
import type { ToolContext, ToolOutcome } from '../../agent/ports';
import { looseInteger } from '../loose-input';
import { outcome, problem } from '../outcome';
import type { PreparedTool, Tool } from '../ports';
import { headAndTail } from '../text-window';
import { fileProblem } from './file-problem';
import { absolutePath } from './locate';
import type { FilePorts } from './ports';

const SearchInput = z.object({
  pattern: z.string().min(1).describe('content: a regular expression. files: a glob such as *.ts.'),
  target: z.enum(['content', 'files']).optional().describe('Search in files (default), or for files by name.'),
  path: z.string().min(1).optional().describe('The folder or file to search; default the session folder.'),
  file_glob: z.string().min(1).optional().describe('content: only files whose name fits, for example *.py.'),
  limit: looseInteger.optional().describe('How many results (default 50, at most 500).'),
  offset: looseInteger.optional().describe('Results to leave out at the start.'),
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
    description: 'Search file contents by regular expression, or find files by name.',
    input: SearchInput,
    async prepare(input, context): Promise<PreparedTool> {
      return { kind: 'prepared', execute: () => search(ports, input, context) };
    },
  };
}

async function search(ports: FilePorts, input: SearchInput, context: ToolContext): Promise<ToolOutcome> {
  const root = absolutePath(input.path ?? '.', context.cwd, ports.userHome);
  const limit = Math.min(input.limit ?? DEFAULT_RESULTS, MAX_RESULTS);
  const offset = input.offset ?? 0;
  if (limit < 1 || offset < 0) return problem('limit must be positive, and offset must not be negative.');
  try {
    await stat(root);
  } catch (error) {
    return fileProblem(root, error);
  }
  const run = await ports.runProgram({
    file: ports.ripgrep,
    args: [...rgArgs(input), '--', ...(input.target === 'files' ? [] : [input.pattern]), root],
    cwd: context.cwd,
    timeoutMs: SEARCH_LIMIT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    signal: context.signal,
  });
  if (run.ending === 'cancelled') return problem('Interrupted.');
  if (run.ending === 'failed-start') return problem('The search program could not be started.');
  // ripgrep: 0 found, 1 nothing found, 2 an error (some files may still have been searched).
  if (run.exitCode === 2 && run.stdout === '') return problem(`The search failed: ${firstLine(run.stderr)}`);
  const all = run.stdout.split('\n').filter((line) => line !== '');
  const shown = all.slice(offset, offset + limit).map((line) => cut(line));
  return outcome({
    matches: headAndTail(ports.mask(shown.join('\n')), RESULT_CHARS).text,
    shown: shown.length,
    total: all.length,
    ...(all.length > offset + limit ? { note: `More results: go on with offset ${offset + limit}.` } : {}),
    ...(run.ending === 'timed-out' || run.ending === 'too-much-output'
      ? { incomplete: 'The search was stopped because it took too long or found too much. Narrow it.' }
      : {}),
  });
}

function rgArgs(input: SearchInput): readonly string[] {
  const common = ['--no-config', '--color=never', '--no-messages', '--hidden', '--glob=!.git', '--sort=path'];
  if (input.target === 'files') return [...common, '--files', `--glob=${input.pattern}`];
  const glob = input.file_glob === undefined ? [] : [`--glob=${input.file_glob}`];
  return [...common, '--line-number', '--no-heading', '--max-columns=1000', '--max-columns-preview', ...glob];
}

function cut(line: string): string {
  return line.length > LINE_CHARS ? `${line.slice(0, LINE_CHARS)}…` : line;
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}
