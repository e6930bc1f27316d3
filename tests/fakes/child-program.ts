import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface ChildProgram {
  readonly child: ChildProcess;
  /** Everything on stdout so far. */
  output(): string;
  /** Resolves with the code (null after a signal) when the program has ended and its output is complete. */
  readonly ended: Promise<number | null>;
}

/** Runs a Node script of tests/fixtures/programs with this Node; its errors show up in the test's own output. */
export function startProgram(script: string, args: readonly string[]): ChildProgram {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const ended = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null));
  return { child, output: () => text, ended };
}
