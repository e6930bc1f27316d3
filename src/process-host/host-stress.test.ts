import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HostHarness } from '../../tests/fakes/host-harness';

const RUNS = 40;
const SIDE_BY_SIDE = 8;
let host: HostHarness;

beforeEach(() => {
  host = new HostHarness();
});
afterEach(() => host.dispose());

/** From 1 KiB to 1 MiB, evenly on a logarithmic scale. */
function bytesOf(run: number): number {
  return Math.round(1024 * 2 ** ((10 * run) / (RUNS - 1)));
}

async function emitAndCompare(run: number, isPty: boolean): Promise<void> {
  const bytes = bytesOf(run);
  const args = [String(bytes), String(run + 1), ...(isPty ? ['raw'] : [])];
  const { id } = await host.node('emit-and-exit.mjs', args, { pty: isPty ? { cols: 120, rows: 30 } : null });
  const exit = await host.exit(id, 60_000);
  const log = host.logBytes(id);
  const body = log.subarray(0, bytes);
  const last = `LAST ${createHash('sha256').update(body).digest('hex')}`;
  const size = bytes + last.length + 2;
  expect({ exitCode: exit.exitCode, total: exit.totalBytes, log: log.length }, `run ${run}`).toEqual({
    exitCode: 0,
    total: size,
    log: size,
  });
  expect(log.toString('latin1', bytes)).toBe(`\n${last}\n`);
  expect(exit.tail.endsWith(`\n${last}\n`)).toBe(true);
  expect((await host.tail(id)).endsWith(`\n${last}\n`)).toBe(true);
  await host.client.call('forget', { processId: id });
}

async function inLanes(work: (run: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < RUNS) await work(next++);
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lane));
}

describe('children that print and end at once, eight side by side', () => {
  it('lose no byte behind pipes', () => inLanes((run) => emitAndCompare(run, false)), 120_000);

  it('lose no byte in terminals', () => inLanes((run) => emitAndCompare(run, true)), 120_000);
});
