import type { Writable } from 'node:stream';

/**
 * Writes a text and resolves when it has left the process: an exit right after a write would cut it off. A reader that
 * went away is no failure.
 */
export function print(out: Writable, text: string): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      // The error event follows the callback; the listener stays for it.
      setImmediate(() => out.off('error', done));
      resolve();
    };
    out.on('error', done);
    out.write(text, done);
  });
}
