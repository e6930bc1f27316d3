import { execFile } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { dirname } from 'node:path';

const MKFIFO_LIMIT_MS = 2_000;

export interface OutputPipe {
  readonly stream: Socket;
  /** What the child's stdout and stderr both are. */
  readonly childEnd: number;
  /** Closes the child's end in this process; after the start, so that an end of file can be seen. */
  closeChildEnd(): void;
}

/**
 * One real pipe for stdout and stderr, where Node would use a socket for each: what a child prints keeps its order,
 * and it can open /dev/stdout and /dev/stderr again. Null where named pipes cannot be made. (Stdin stays a socket:
 * opening a named pipe again after its writer has gone would wait for ever.)
 */
export async function openOutputPipe(path: string): Promise<OutputPipe | null> {
  if (process.platform === 'win32') return null;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await makeNamedPipe(path);
    return openEnds(path);
  } catch {
    // No such tool, or a file system without named pipes: the caller has another way.
    return null;
  } finally {
    await rm(path, { force: true }).catch(() => {});
  }
}

function makeNamedPipe(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile('mkfifo', ['-m', '600', path], { timeout: MKFIFO_LIMIT_MS }, (error) => {
      if (error === null) resolve();
      else reject(error);
    });
  });
}

function openEnds(path: string): OutputPipe {
  const safely = constants.O_NOFOLLOW ?? 0;
  // Our end never blocks; the child's does, as a shell would give it. In this order neither open waits.
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | safely);
  try {
    const childEnd = openSync(path, constants.O_WRONLY | safely);
    const stream = new Socket({ fd: reader, readable: true, writable: false });
    return { stream, childEnd, closeChildEnd: once(() => closeSync(childEnd)) };
  } catch (error) {
    closeSync(reader);
    throw error;
  }
}

function once(action: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    action();
  };
}
