import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { lastResults, startThinkingServer, textOf } from '../fakes/thinking-server';
import { AppRuns } from './harness/app-run';

const root = resolve(import.meta.dirname, '../..');
const program = join(root, 'tests/fixtures/programs/emit-and-exit.mjs');
const runs = new AppRuns();
afterAll(() => runs.clean());

const AT_ONCE = 8;
const RUNS = 200;

/** From 1 KiB to 1 MiB, evenly on a logarithmic scale. */
const bytesOf = (index: number) => Math.round(1024 * 2 ** ((10 * (index % 50)) / 49));

describe('200 programs that print and end at once, eight side by side', () => {
  it.each([
    ['pipe', ''],
    ['pty', ' raw'],
  ])(
    'lose no byte through a %s',
    async (kind, mode) => {
      const waited: Record<string, unknown>[] = [];
      let next = 0;
      const startBatch = () => ({
        toolCalls: Array.from({ length: AT_ONCE }, () => {
          const index = next++;
          const command = `node ${program} ${bytesOf(index)} ${index + 1}${mode}`;
          return { name: 'terminal', args: { command, background: true, pty: kind === 'pty' } };
        }),
      });
      const server = await startThinkingServer((messages) => {
        const results = lastResults(messages);
        if (results[0]?.output === 'Started in the background.')
          return {
            toolCalls: results.map((result) => ({
              name: 'process',
              args: { action: 'wait', session_id: result.session_id, timeout: 60 },
            })),
          };
        waited.push(...results);
        if (messages.at(-1)?.role === 'tool' && results.length !== AT_ONCE) return { text: textOf(messages.at(-1)) };
        return next < RUNS ? startBatch() : { text: 'all done' };
      });
      const run = await runs.start({
        flags: ['--exit-when-idle', '--base-url', server.baseUrl, '--model', 'thinking', '--prompt', 'go'],
      });
      expect(await run.exited, run.story().slice(-3_000)).toEqual({ code: 0, signal: null });
      expect(waited).toHaveLength(RUNS);

      const indexOf = (command: unknown) => Number(/ (\d+)(?: raw)?$/.exec(String(command))?.[1]) - 1;
      const started = new Map(run.all('process.started').map((line) => [line.processId, indexOf(line.command)]));
      const ended = new Map(run.all('process.exited').map((line) => [line.processId, line]));
      for (const [id, index] of started) {
        const log = await readFile(join(run.home, 'process-logs', `${id}.log.0`));
        const bytes = bytesOf(index);
        const last = `LAST ${createHash('sha256').update(log.subarray(0, bytes)).digest('hex')}`;
        // The program prints the hash of what it printed: the body and its length must be exactly that.
        expect(log.length, `bytes of run ${index}`).toBe(bytes + last.length + 2);
        expect(log.subarray(bytes).toString(), `hash of run ${index}`).toBe(`\n${last}\n`);
        expect(String(ended.get(id)?.tail), `tail of run ${index}`).toContain(last);
        const result = waited.find((found) => found.session_id === id);
        expect(result, `result of run ${index}`).toMatchObject({ status: 'exited', exit_code: 0 });
        expect(String(result?.output)).toContain(last);
      }
      expect(started.size).toBe(RUNS);
      await server.close();
    },
    300_000,
  );
});
