import { messageOf } from '../../../shared/errors/app-error';
import type { ToolOutcome } from '../../agent/ports';
import { problem } from '../outcome';

const WORDS: Record<string, string> = {
  ENOENT: 'There is no such file or folder',
  EACCES: 'Permission denied',
  EPERM: 'Permission denied',
  EISDIR: 'It is a folder, not a file',
  ENOTDIR: 'A part of the path is a file, not a folder',
  ENOSPC: 'The disk is full',
  EROFS: 'The disk is read-only',
  ELOOP: 'Its links go round in a circle',
  ENAMETOOLONG: 'The name is too long',
  EMFILE: 'Too many files are open',
};

/** A file system error in words, with the path it speaks of. */
export function fileProblem(path: string, error: unknown): ToolOutcome {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  const words = WORDS[code] ?? messageOf(error);
  return problem(`${words}: ${path}`, { path });
}
