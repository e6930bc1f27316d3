import { parentPort } from 'node:worker_threads';
import headless from '@xterm/headless';
import { z } from 'zod';

/**
 * Entry of the worker that draws pty output on a terminal without a screen and reads the lines back (design 6.7).
 * It imports nothing of ours, so that it runs as it is, bundled or not. Answers `{id, text}` to every request.
 */
const Request = z.strictObject({
  id: z.number().int(),
  text: z.string(),
  cols: z.number().int().min(2).max(1000),
  rows: z.number().int().min(1).max(1000),
  scrollback: z.number().int().nonnegative(),
});
type Request = z.infer<typeof Request>;

parentPort?.on('message', (message: unknown) => {
  const request = Request.parse(message);
  draw(request, (text) => parentPort?.postMessage({ id: request.id, text }));
});

function draw({ text, cols, rows, scrollback }: Request, done: (text: string) => void): void {
  const terminal = new headless.Terminal({ cols, rows, scrollback, allowProposedApi: true });
  terminal.write(text, () => {
    const lines = readLines(terminal);
    terminal.dispose();
    done(lines.join('\n'));
  });
}

/** The lines that the normal screen holds, then those of a full-screen program that is still open; wrapped ones joined. */
function readLines(terminal: InstanceType<typeof headless.Terminal>): readonly string[] {
  const { normal, alternate, active } = terminal.buffer;
  const lines = linesOf(normal);
  return active.type === 'alternate' ? [...lines, ...linesOf(alternate)] : lines;
}

function linesOf(buffer: InstanceType<typeof headless.Terminal>['buffer']['active']): string[] {
  const lines: string[] = [];
  for (let index = 0; index < buffer.length; index++) {
    const line = buffer.getLine(index);
    if (line === undefined) continue;
    const goesOn = buffer.getLine(index + 1)?.isWrapped === true;
    const text = line.translateToString(!goesOn);
    if (line.isWrapped && lines.length > 0) lines[lines.length - 1] += text;
    else lines.push(text);
  }
  while (lines.at(-1) === '') lines.pop();
  return lines;
}
