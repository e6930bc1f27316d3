import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../tests/fakes/fake-clock';
import { transportPair } from '../../../../tests/fakes/in-process-host';
import { type HostRequest, ToHost } from '../../../shared/contract/host-protocol';
import { IdSource } from '../../../shared/lib/ids';
import { randomHex } from '../../lib/random-hex';
import { HostClient, type HostCrash } from './host-client';

/** The far end of the wire, played by hand: the client is what is tested, its time is a fake one. */
class ScriptedHost {
  readonly clock = new FakeClock();
  readonly calls: Extract<ToHost, { kind: 'call' }>[] = [];
  readonly crashes: HostCrash[] = [];
  readonly client: HostClient;
  launches = 0;
  kills = 0;
  answersPings = true;
  private _send: (message: unknown) => void = () => {};
  private _exit: () => void = () => {};

  constructor() {
    this.client = new HostClient({ clock: this.clock, launch: () => this._launch() });
    this.client.onCrash((crash) => this.crashes.push(crash));
  }

  names(): string[] {
    return this.calls.map(({ name }) => name);
  }

  reply(name: string, value: unknown): void {
    const call = this.calls.findLast((candidate) => candidate.name === name);
    this._send({ kind: 'reply', requestId: call?.requestId, ok: true, value });
  }

  send(message: unknown): void {
    this._send(message);
  }

  crash(): void {
    this._exit();
  }

  /** Lets messages and promises settle, and time pass. */
  async pass(ms = 0): Promise<void> {
    const steps = Math.max(1, Math.ceil(ms / 500));
    for (let i = 0; i < steps; i++) {
      for (let turn = 0; turn < 4; turn++) await new Promise(setImmediate);
      await this.clock.advance(ms / steps);
    }
    for (let turn = 0; turn < 4; turn++) await new Promise(setImmediate);
  }

  private _launch() {
    this.launches++;
    const [main, host] = transportPair();
    this._send = (message) => host.post(message);
    host.onMessage((message) => {
      const parsed = ToHost.parse(message);
      if (parsed.kind !== 'call') return;
      this.calls.push(parsed);
      if (parsed.name === 'ping' && this.answersPings) this.reply('ping', { processes: 1 });
    });
    return {
      transport: main,
      kill: () => {
        this.kills++;
      },
      onExit: (listener: (code: number | null) => void) => {
        this._exit = () => listener(1);
      },
    };
  }
}

const STARTED = { pid: 42, startTime: 'x', pty: false, ptyNote: null };

function spawnRequest(): HostRequest<'spawn'> {
  return {
    processId: new IdSource(randomHex).process(),
    file: '/bin/true',
    args: [],
    cwd: '/',
    env: {},
    pty: null,
    watchPatterns: [],
    logPath: '/tmp/none',
    logMaxBytes: 1,
  };
}

function exitOf({ processId }: HostRequest<'spawn'>) {
  const counts = { totalBytes: 0, totalChars: 0 };
  const event = { type: 'exit', processId, exitCode: 0, signal: null, tail: '', note: null, ...counts };
  return { kind: 'event', event };
}

describe('HostClient', () => {
  it('launches no host before it is needed', async () => {
    const host = new ScriptedHost();
    expect(host.launches).toBe(0);
    const call = host.client.call('tail', { processId: spawnRequest().processId });
    await host.pass();
    host.reply('tail', { text: 'x', totalBytes: 1, totalChars: 1, pty: null });
    expect(await call).toEqual({ text: 'x', totalBytes: 1, totalChars: 1, pty: null });
    expect(host.launches).toBe(1);
    host.client.dispose();
  });

  it('passes failures on with their code, and refuses a reply that does not fit', async () => {
    const host = new ScriptedHost();
    const [failing, wrong] = [host.client.call('forget', spawnRequest()), host.client.call('shutdown', { graceMs: 1 })];
    const results = Promise.allSettled([failing, wrong]);
    await host.pass();
    const [{ requestId } = { requestId: 0 }] = host.calls;
    host.send({ kind: 'failure', requestId, error: { code: 'PROCESS_NOT_FOUND', message: 'no' } });
    host.reply('shutdown', { survivors: 'none' });
    await host.pass();
    expect(await results).toMatchObject([{ reason: { code: 'PROCESS_NOT_FOUND' } }, { reason: { code: 'INTERNAL' } }]);
    host.client.dispose();
  });

  it('gives a host that was just started time to come up before the limit of a call runs', async () => {
    const host = new ScriptedHost();
    const call = host.client.call('spawn', spawnRequest());
    await host.pass(25_000);
    host.reply('spawn', STARTED);
    expect(await call).toMatchObject(STARTED);
    host.client.dispose();
  });

  it('a start that takes longer than 10 s fails, and is undone when it comes about', async () => {
    const host = new ScriptedHost();
    const ping = host.client.call('ping', {});
    await host.pass();
    host.reply('ping', { processes: 0 });
    await ping;
    const request = spawnRequest();
    const call = expect(host.client.call('spawn', request)).rejects.toMatchObject({ code: 'HOST_TIMEOUT' });
    await host.pass(10_000);
    await call;
    host.reply('spawn', STARTED);
    await host.pass();
    expect(host.calls.at(-1)).toMatchObject({ name: 'kill', payload: { processId: request.processId } });
    host.client.dispose();
  });

  it('a stopped call ends at once', async () => {
    const host = new ScriptedHost();
    const stop = new AbortController();
    const call = host.client.call('spawn', spawnRequest(), stop.signal);
    stop.abort();
    await expect(call).rejects.toMatchObject({ code: 'CANCELLED' });
    await expect(host.client.call('ping', {}, stop.signal)).rejects.toMatchObject({ code: 'CANCELLED' });
    host.client.dispose();
  });

  it('a kill may take two graces and more', async () => {
    const host = new ScriptedHost();
    const kill = host.client.call('kill', { processId: spawnRequest().processId, graceMs: 20_000 });
    await host.pass(45_000);
    host.reply('kill', { survivors: [] });
    await host.pass();
    expect(await kill).toEqual({ survivors: [] });
    host.client.dispose();
  });

  it('has a heartbeat only while something runs', async () => {
    const host = new ScriptedHost();
    const request = spawnRequest();
    const start = host.client.call('spawn', request);
    await host.pass();
    host.reply('spawn', STARTED);
    await host.pass();
    await start;
    await host.pass(10_500);
    expect(host.names().filter((name) => name === 'ping')).toHaveLength(3);
    host.send(exitOf(request));
    await host.pass(60_000);
    expect(host.names().filter((name) => name === 'ping')).toHaveLength(3);
    expect(host.crashes).toEqual([]);
    host.client.dispose();
  });

  it('gives up a host that is silent for 1.2 beats and one more', async () => {
    const host = new ScriptedHost();
    const request = spawnRequest();
    host.answersPings = false;
    const start = host.client.call('spawn', request);
    await host.pass();
    host.reply('spawn', STARTED);
    await host.pass();
    await start;
    await host.pass(10_500);
    expect(host.crashes).toEqual([]);
    await host.pass(1_000);
    expect(host.crashes).toEqual([{ processIds: [request.processId], exitCode: null, canRestart: true }]);
    expect(host.kills).toBe(1);
    host.client.dispose();
  });

  it('a late answer within the second wait is no crash', async () => {
    const host = new ScriptedHost();
    host.answersPings = false;
    const start = host.client.call('spawn', spawnRequest());
    await host.pass();
    host.reply('spawn', STARTED);
    await host.pass();
    await start;
    await host.pass(8_000);
    host.answersPings = true;
    host.reply('ping', { processes: 1 });
    await host.pass(30_000);
    expect(host.crashes).toEqual([]);
    host.client.dispose();
  });

  it('an end after shutdown is no crash, and nothing is started after it', async () => {
    const host = new ScriptedHost();
    const shutdown = host.client.call('shutdown', { graceMs: 10 });
    await host.pass();
    host.reply('shutdown', { survivors: [] });
    await shutdown;
    host.crash();
    expect(host.crashes).toEqual([]);
    await expect(host.client.call('ping', {})).rejects.toMatchObject({ code: 'HOST_UNAVAILABLE' });
    expect(host.launches).toBe(1);
    host.client.dispose();
  });

  it('disposing fails what waits, and is no crash', async () => {
    const host = new ScriptedHost();
    const call = expect(host.client.call('ping', {})).rejects.toMatchObject({ code: 'HOST_UNAVAILABLE' });
    host.client.dispose();
    await call;
    expect(host.kills).toBe(1);
    expect(host.crashes).toEqual([]);
    expect(host.clock.timerCount).toBe(0);
  });
});
