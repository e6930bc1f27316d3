import { execFile } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { dirname } from 'node:path';

const MKFIFO_LIMIT_MS = 2_000;

/** Both ends of a child's input and of its output; stdout and stderr share one pipe. */
export interface PipeEnds {
  readonly input: Socket;
  readonly output: Socket;
  /** For the child: stdin, and what stdout and stderr both are. */
  readonly childInput: number;
  readonly childOutput: number;
  /** Closes the child's ends in this process; after the start, so that an end of file can be seen. */
  closeChildEnds(): void;
}

/**
 * Real pipes, where Node would use sockets: a child can open /dev/stdin and /dev/stderr again, and what it prints
 * to stdout and stderr keeps its order, since both are the same pipe. Null where named pipes cannot be made.
 */
export async function openPipeEnds(pathPrefix: string): Promise<PipeEnds | null> {
  if (process.platform === 'win32') return null;
  const paths = { input: `${pathPrefix}.in`, output: `${pathPrefix}.out` };
  try {
    await mkdir(dirname(pathPrefix), { recursive: true, mode: 0o700 });
    await makeNamedPipes([paths.input, paths.output]);
    return openEnds(paths);
  } catch {
    // No such tool, or a file system without named pipes: the caller has another way.
    return null;
  } finally {
    await Promise.all([rm(paths.input, { force: true }), rm(paths.output, { force: true })]);
  }
}

function makeNamedPipes(paths: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile('mkfifo', ['-m', '600', ...paths], { timeout: MKFIFO_LIMIT_MS }, (error) => {
      if (error === null) resolve();
      else reject(error);
    });
  });
}

function openEnds(paths: { readonly input: string; readonly output: string }): PipeEnds {
  const opened: number[] = [];
  const open = (path: string, flags: number) => {
    const descriptor = openSync(path, flags | (constants.O_NOFOLLOW ?? 0));
    opened.push(descriptor);
    return descriptor;
  };
  try {
    // Ours never block; the child's do, as a shell would give them. Opened in the order in which none waits.
    const reader = open(paths.output, constants.O_RDONLY | constants.O_NONBLOCK);
    const childOutput = open(paths.output, constants.O_WRONLY);
    const both = open(paths.input, constants.O_RDWR | constants.O_NONBLOCK);
    const childInput = open(paths.input, constants.O_RDONLY);
    const writer = open(paths.input, constants.O_WRONLY | constants.O_NONBLOCK);
    closeSync(both);
    return {
      input: new Socket({ fd: writer, readable: false, writable: true }),
      output: new Socket({ fd: reader, readable: true, writable: false }),
      childInput,
      childOutput,
      closeChildEnds: once(() => {
        closeSync(childInput);
        closeSync(childOutput);
      }),
    };
  } catch (error) {
    for (const descriptor of opened) closeSync(descriptor);
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
