import type { Writable } from 'node:stream';

/** Writes a text and resolves when it has left the process: an exit right after a write would cut it off. */
export function print(out: Writable, text: string): Promise<void> {
  return new Promise((resolve) => {
    out.write(text, () => resolve());
  });
}
