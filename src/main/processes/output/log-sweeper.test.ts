import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../tests/fakes/fake-clock';
import { RegistryBench } from '../../../../tests/fakes/registry-bench';
import { ScriptedHost } from '../../../../tests/fakes/scripted-host';
import { Entry } from '../entry';
import { RecordTable } from '../record-table';
import { LogSweeper } from './log-sweeper';

const DAY_MS = 24 * 3_600_000;

describe('LogSweeper', () => {
  let clock: FakeClock;
  let host: ScriptedHost;
  let bench: RegistryBench;
  beforeEach(() => {
    clock = new FakeClock();
    host = new ScriptedHost();
    bench = new RegistryBench({ host, clock });
  });
  afterEach(() => {
    bench.dispose();
    host.dispose();
  });
  const log = (id: string, segment = 0) => join(bench.logFolder, `${id}.log.${segment}`);
  const writeLog = (id: string, bytes = 10) => writeFileSync(log(id), 'x'.repeat(bytes));

  async function ended(): Promise<string> {
    const { id } = await bench.run();
    writeLog(id);
    host.exit(id);
    await clock.advance(1);
    return id;
  }

  it('decision 6.6: a log goes with its receipt after 7 days, not before', async () => {
    const id = await ended();
    writeFileSync(log(id, 1), 'older');
    await clock.advance(7 * DAY_MS - 60_000);
    await bench.registry.recover();
    expect(existsSync(log(id))).toBe(true);
    await clock.advance(120_000);
    await bench.registry.recover();
    expect(existsSync(log(id)) || existsSync(log(id, 1))).toBe(false);
    expect(bench.store.receipts.size).toBe(0);
  });

  it('removes logs of nobody, and nothing that is no log', async () => {
    const running = await bench.run();
    writeLog(running.id);
    writeLog('proc_ffffffffffff');
    writeFileSync(join(bench.logFolder, 'notes.txt'), 'mine');
    await bench.registry.recover();
    expect(existsSync(log(running.id))).toBe(true);
    expect(existsSync(log('proc_ffffffffffff'))).toBe(false);
    expect(existsSync(join(bench.logFolder, 'notes.txt'))).toBe(true);
  });

  it('sweeps some time after an end', async () => {
    await ended();
    writeLog('proc_ffffffffffff');
    await clock.advance(10_000);
    await expect.poll(() => existsSync(log('proc_ffffffffffff'))).toBe(false);
  });

  it('decision 6.8: over the limit the oldest finished logs go first, and no running one', async () => {
    const running = await bench.run();
    const old = await ended();
    const newer = await ended();
    const table = new RecordTable();
    for (const record of bench.registry.list()) table.add(new Entry(record));
    for (const [index, id] of [running.id, old, newer].entries()) {
      writeLog(id, 1_000);
      utimesSync(log(id), 1_000 + index, 1_000 + index);
    }
    const ports = { ...bench.ports, clock };
    const sweeper = new LogSweeper(ports, table, 2_500);
    await sweeper.sweep();
    expect([running.id, old, newer].map((id) => existsSync(log(id)))).toEqual([true, false, true]);
    sweeper.dispose();
  });
});
