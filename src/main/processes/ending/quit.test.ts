import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RealRegistry } from '../../../../tests/fakes/real-registry';
import { endTree, listMarked } from '../../../process-host/kill/end-tree';
import { systemClock } from '../../lib/system-clock';
import { Haste, QuitProcesses } from './quit';

const isLinux = process.platform === 'linux';
let real: RealRegistry;
beforeEach(() => {
  real = new RealRegistry();
});
afterEach(() => real.dispose());

function quitter(host: Pick<RealRegistry['client'], 'call'> = real.client): QuitProcesses {
  return new QuitProcesses({
    host,
    registry: real.bench.registry,
    endTree: (target, graceMs) => endTree(target, graceMs, systemClock),
    listMarked,
    haste: new Haste(),
  });
}

async function livingOf(id: string): Promise<number> {
  return (await listMarked()).filter(({ marker }) => marker === id).length;
}

describe('quitting', () => {
  it('a grace is short then, and never none', () => {
    const haste = new Haste();
    expect(haste.graceMs(2_000)).toBe(2_000);
    expect(haste.graceMs(0)).toBe(0);
    haste.begin();
    expect(haste.graceMs(2_000)).toBeLessThan(1_000);
    expect(haste.graceMs(0)).toBe(1);
  });

  it.runIf(isLinux)('ends what runs, and the daemon that an ended command has left', async () => {
    const running = await real.bench.run({ command: 'sleep 300' });
    const ended = await real.bench.run({ command: 'setsid sleep 300 >/dev/null 2>&1 </dev/null &' });
    await real.bench.registry.wait(ended.id, 10_000, new AbortController().signal);
    expect(await livingOf(ended.id)).toBe(1);
    await quitter().endAll();
    expect(real.bench.record(running.id)).toMatchObject({ state: 'ended', endReason: 'app-quit' });
    expect([await livingOf(running.id), await livingOf(ended.id)]).toEqual([0, 0]);
  });

  it.runIf(isLinux)('by force: kills past a host that does not answer', async () => {
    const { id } = await real.bench.run({ command: "trap '' TERM; while :; do sleep 0.2; done" });
    const deaf = { call: () => new Promise<never>(() => {}) };
    await quitter(deaf).force();
    expect(await livingOf(id)).toBe(0);
  });
});
