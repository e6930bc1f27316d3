import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Started } from '../../tests/fakes/host-harness';
import { HostHarness } from '../../tests/fakes/host-harness';
import type { ProcessFacts } from '../shared/contract/calls/processes';

let host: HostHarness;
beforeEach(() => {
  host = new HostHarness();
});
afterEach(() => host.dispose());

const target = ({ id, reply }: Started) => ({
  processId: id,
  pid: reply.pid,
  startTime: reply.startTime,
  ownsGroup: true,
});

async function facts(...started: Started[]): Promise<ProcessFacts[]> {
  return (await host.client.call('facts', { targets: started.map(target) })).facts;
}

const LISTENS = `
  const server = require('node:net').createServer().listen(0, '127.0.0.1', () => {
    const six = require('node:net').createServer().listen(0, '::1', () => {
      console.log('ports', server.address().port, six.address().port);
    }).on('error', () => console.log('ports', server.address().port, server.address().port));
  });
  const until = Date.now() + 60000;
  if (process.argv[1] === 'busy') setInterval(() => { const end = Date.now() + 40; while (Date.now() < end); }, 1);`;

describe.runIf(process.platform === 'linux')('facts of real trees', () => {
  it('finds the ports of a grandchild, the memory of all, and the work that is done', async () => {
    const busy = await host.sh('true; "$NODE" -e "$CODE" busy & wait', {
      env: { PATH: process.env.PATH ?? '', NODE: process.execPath, CODE: LISTENS },
    });
    const quiet = await host.sh('sleep 60');
    const text = await host.output(busy.id, /ports \d+ \d+/);
    const ports = [...new Set(text.split(' ').slice(1, 3).map(Number))].sort((a, b) => a - b);
    const [first, still] = await facts(busy, quiet);
    expect(first).toMatchObject({ processId: busy.id, cpuPercent: null, ports });
    expect(still).toMatchObject({ processId: quiet.id, ports: [] });
    expect(first?.memoryBytes).toBeGreaterThan(10_000_000);
    expect(still?.memoryBytes).toBeLessThan(first?.memoryBytes ?? 0);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const [later, idle] = await facts(busy, quiet);
    expect(later?.cpuPercent).toBeGreaterThan(5);
    expect(idle?.cpuPercent).toBeLessThan(later?.cpuPercent ?? 0);
  });

  it('what is gone uses nothing', async () => {
    const short = await host.sh('true');
    await host.exit(short.id);
    expect(await facts(short)).toEqual([{ processId: short.id, cpuPercent: null, memoryBytes: null, ports: [] }]);
  });
});
