import { messageOf } from '../../../shared/errors/app-error';
import { type Answer, problem } from '../answer';

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file or folder',
  EACCES: 'Permission denied',
  EPERM: 'Permission denied',
  EISDIR: 'It is a folder, not a file',
  ENOTDIR: 'A part of the path is a file, not a folder',
  EEXIST: 'A part of the path is a file, not a folder',
  ENOSPC: 'The disk is full; nothing was changed',
  EDQUOT: 'The disk quota is used up; nothing was changed',
  EROFS: 'The disk is read-only',
  ELOOP: 'Its links go round in a circle',
  ENAMETOOLONG: 'The name is too long',
  EMFILE: 'Too many files are open',
  EBUSY: 'It is in use',
  ETXTBSY: 'It is a program that is running',
  ERR_INVALID_ARG_VALUE: 'The path holds a NUL character',
};

/** A file system error in words, with the path it speaks of. */
export function fileProblem(path: string, error: unknown): Answer {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return problem(`${WORDS[code] ?? messageOf(error)}: ${path}`, { path });
}
