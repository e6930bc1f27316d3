import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../tests/fakes/fake-clock';
import { RegistryBench } from '../../../../tests/fakes/registry-bench';
import { ScriptedHost } from '../../../../tests/fakes/scripted-host';
import { ProcessId } from '../../../shared/lib/ids';

describe('output and log', () => {
  let host: ScriptedHost;
  let bench: RegistryBench;
  beforeEach(() => {
    host = new ScriptedHost();
    bench = new RegistryBench({ host, clock: new FakeClock() });
  });
  afterEach(() => {
    bench.dispose();
    host.dispose();
  });

  it('case 33: no output is an empty text', async () => {
    const { id } = await bench.run();
    expect(await bench.registry.output(id)).toEqual({ text: '', totalChars: 0, charsBefore: 0 });
    expect(await bench.registry.log(id, { limit: 5 })).toEqual({
      lines: [],
      firstLine: 0,
      totalLines: 0,
      bytesBefore: 0,
    });
  });

  it('case 42: stripped and without redraws, or as it came', async () => {
    const { id } = await bench.run();
    host.print(id, '\u001b[32mok\u001b[0m\n10%\r20%\n');
    expect(await bench.registry.output(id)).toMatchObject({ text: 'ok\n20%\n', totalChars: 20, charsBefore: 0 });
    expect((await bench.registry.output(id, { raw: true })).text).toBe('\u001b[32mok\u001b[0m\n10%\r20%\n');
  });

  it('cases 25 and 26: of more than is kept the last part, from a line start, with the count before it', async () => {
    const { id } = await bench.run();
    host.print(id, `${'x'.repeat(99)}\n`.repeat(3_000));
    const output = await bench.registry.output(id);
    expect(output).toMatchObject({ totalChars: 300_000, charsBefore: 100_000 });
    expect(output.text.startsWith('x'.repeat(99))).toBe(true);
  });

  it('cases 44 to 46: pages of lines', async () => {
    const { id } = await bench.run();
    host.print(id, Array.from({ length: 100 }, (_, i) => `line ${i + 1}\n`).join(''));
    const page = (offset: number | undefined, limit: number) => bench.registry.log(id, { offset, limit });
    expect((await page(10, 5)).lines).toEqual([11, 12, 13, 14, 15].map((n) => `line ${n}`));
    expect(await page(undefined, 2)).toEqual({
      lines: ['line 99', 'line 100'],
      firstLine: 98,
      totalLines: 100,
      bytesBefore: 0,
    });
    expect((await page(0, 1)).lines).toEqual(['line 1']);
    expect(await page(1_000, 5)).toMatchObject({ lines: [], totalLines: 100 });
  });

  it('pages a longer output from its log file', async () => {
    const { id } = await bench.run();
    const text = Array.from({ length: 50_000 }, (_, i) => `line ${i}\n`).join('');
    host.print(id, text);
    writeFileSync(join(bench.logFolder, `${id}.log.0`), text);
    expect(await bench.registry.log(id, { offset: 0, limit: 1 })).toMatchObject({
      lines: ['line 0'],
      totalLines: 50_000,
    });
    expect((await bench.registry.log(id, { limit: 1 })).lines).toEqual(['line 49999']);
  });

  it('falls back to the receipt when host and log are gone', async () => {
    const { id } = await bench.run();
    host.print(id, 'the end\n');
    host.exit(id);
    await expect.poll(() => bench.record(id).state).toBe('ended');
    host.crash([]);
    expect((await bench.registry.output(id)).text).toBe('the end\n');
  });

  it('an unknown id is an error', async () => {
    const unknown = ProcessId.parse('proc_ffffffffffff');
    await expect(bench.registry.output(unknown)).rejects.toMatchObject({ code: 'PROCESS_NOT_FOUND' });
    await expect(bench.registry.log(unknown, { limit: 1 })).rejects.toMatchObject({ code: 'PROCESS_NOT_FOUND' });
  });
});
