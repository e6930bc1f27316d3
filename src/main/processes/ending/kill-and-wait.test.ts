import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../tests/fakes/fake-clock';
import { otherSession, ownSession, RegistryBench } from '../../../../tests/fakes/registry-bench';
import { ScriptedHost } from '../../../../tests/fakes/scripted-host';
import { AppError } from '../../../shared/errors/app-error';
import { ProcessId } from '../../../shared/lib/ids';

const unknown = ProcessId.parse('proc_ffffffffffff');

describe('wait, kill and input', () => {
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
  const settle = () => clock.advance(0);
  const never = new AbortController().signal;

  describe('wait', () => {
    it('case 48 and 49: woken by the end, and at once after it', async () => {
      const { id } = await bench.run();
      const waiting = bench.registry.wait(id, 10_000, never);
      await clock.advance(1_000);
      host.exit(id, { exitCode: 3 });
      expect(await waiting).toMatchObject({ status: 'exited', record: { exitCode: 3 } });
      expect(await bench.registry.wait(id, 1, never)).toMatchObject({ status: 'exited' });
      await clock.advance(10_000);
      expect(clock.timerCount).toBe(0);
    });

    it('cases 50, 53 and 58: a timeout is a state; the process runs on', async () => {
      const { id } = await bench.run();
      const waiting = bench.registry.wait(id, 2_000, never);
      await clock.advance(2_000);
      expect(await waiting).toMatchObject({ status: 'timeout', record: { state: 'running' } });
      expect(host.callsOf('kill')).toEqual([]);
    });

    it.each([0, -5, Number.NaN])('case 54: %d is refused', async (timeoutMs) => {
      const { id } = await bench.run();
      await expect(bench.registry.wait(id, timeoutMs, never)).rejects.toMatchObject({ code: 'BAD_INPUT' });
    });

    it('cases 56 and 153: an interrupt ends this wait only and consumes nothing', async () => {
      const { id } = await bench.run({ notifyOnComplete: true });
      const interrupt = new AbortController();
      const interrupted = bench.registry.wait(id, 10_000, interrupt.signal);
      const other = bench.registry.wait(id, 10_000, never);
      await settle();
      interrupt.abort();
      expect(await interrupted).toMatchObject({ status: 'interrupted', record: { state: 'running' } });
      host.exit(id);
      expect(await other).toMatchObject({ status: 'exited' });
      expect(bench.queue.waiting(ownSession)).toHaveLength(1);
    });

    it('case 57: an unknown id', async () => {
      expect(await bench.registry.wait(unknown, 1_000, never)).toEqual({ status: 'not_found' });
    });
  });

  describe('kill', () => {
    it('cases 65 and 66: unknown, and ended', async () => {
      const { id } = await bench.run();
      host.exit(id);
      await settle();
      expect(await bench.registry.kill(unknown, 'killed')).toEqual({ status: 'not_found' });
      expect(await bench.registry.kill(id, 'killed')).toMatchObject({
        status: 'already_exited',
        record: { exitCode: 0 },
      });
      expect(host.callsOf('kill')).toEqual([]);
    });

    it('is reported when nothing lives, with -15 and its reason', async () => {
      const { id } = await bench.run({ notifyOnComplete: true });
      host.answers.kill = ({ processId }) => {
        host.exit(processId, { exitCode: 143 });
        return { survivors: [] };
      };
      expect(await bench.registry.kill(id, 'timed-out')).toMatchObject({
        status: 'killed',
        record: { state: 'ended', exitCode: -15, endReason: 'timed-out' },
      });
      expect(bench.story.filter((what) => what === 'process.exited')).toHaveLength(1);
    });

    it('case 80: two kills at a time are one, with one event', async () => {
      const { id } = await bench.run({ notifyOnComplete: true });
      const results = Promise.all([bench.registry.kill(id, 'killed'), bench.registry.kill(id, 'app-quit')]);
      await settle();
      host.exit(id, { exitCode: null, signal: 'SIGTERM' });
      expect((await results).map((result) => result.status)).toEqual(['killed', 'killed']);
      expect(host.callsOf('kill')).toHaveLength(1);
      expect(bench.record(id).endReason).toBe('killed');
      expect(bench.story.filter((what) => what === 'queued completion')).toHaveLength(1);
    });

    it('case 74: a refusal is an error and the process stays running; its later end is its own', async () => {
      const { id } = await bench.run();
      host.answers.kill = () => {
        throw new AppError('INTERNAL', 'permission denied');
      };
      expect(await bench.registry.kill(id, 'killed')).toMatchObject({
        status: 'error',
        message: 'permission denied',
        record: { state: 'running' },
      });
      host.exit(id, { exitCode: 9 });
      await settle();
      expect(bench.record(id)).toMatchObject({ exitCode: 9, endReason: 'exited' });
    });

    it('case 78: survivors are named and the process stays running', async () => {
      const { id } = await bench.run();
      const survivors = [{ pid: 4711, name: 'daemon' }];
      host.answers.kill = () => ({ survivors });
      const result = await bench.registry.kill(id, 'killed');
      expect(result).toMatchObject({ status: 'error', survivors, record: { state: 'running' } });
      expect(result.status === 'error' && result.message).toContain('daemon (4711)');
    });

    it('case 78: when only its main program ended it is over when the survivors are', async () => {
      const { id } = await bench.run();
      host.answers.kill = ({ processId }) => {
        host.exit(processId, { exitCode: 0 });
        return { survivors: [{ pid: 4711, name: 'daemon' }] };
      };
      expect(await bench.registry.kill(id, 'killed')).toMatchObject({ status: 'error' });
      await clock.advance(3_000);
      expect(bench.record(id).state).toBe('running');
      bench.fates = 'gone';
      await clock.advance(1_000);
      expect(bench.record(id)).toMatchObject({ state: 'ended', exitCode: -15, endReason: 'killed' });
      expect(clock.timerCount).toBe(1);
    });

    it('a process that had ended before the kill keeps its own end', async () => {
      const { id } = await bench.run();
      host.answers.kill = ({ processId }) => {
        host.exit(processId, { exitCode: 7 });
        throw new AppError('PROCESS_ALREADY_ENDED', 'ended');
      };
      expect(await bench.registry.kill(id, 'killed')).toMatchObject({
        status: 'already_exited',
        record: { exitCode: 7, endReason: 'exited' },
      });
    });

    it('an end that the host never reports is assumed after its drain limit', async () => {
      const { id } = await bench.run();
      const result = bench.registry.kill(id, 'killed');
      await clock.advance(6_000);
      expect(await result).toMatchObject({ status: 'killed', record: { exitCode: -15, endReason: 'killed' } });
    });

    it('kills everything of a session, side by side', async () => {
      const own = await bench.run();
      const other = await bench.run({ sessionId: otherSession });
      host.answers.kill = ({ processId }) => {
        host.exit(processId, { exitCode: null, signal: 'SIGTERM' });
        return { survivors: [] };
      };
      expect((await bench.registry.killAll('killed', ownSession)).map((result) => result.status)).toEqual(['killed']);
      expect(bench.record(own.id).state).toBe('ended');
      expect(bench.record(other.id).state).toBe('running');
      await bench.registry.killAll('app-quit');
      expect(bench.record(other.id).endReason).toBe('app-quit');
    });
  });

  describe('input', () => {
    it('cases 81 and 82: data as it is, with the bytes that were written', async () => {
      const { id } = await bench.run();
      expect(await bench.registry.write(id, 'ab')).toEqual({ status: 'ok', bytesWritten: 2 });
      expect(await bench.registry.write(id, 'yes\n')).toEqual({ status: 'ok', bytesWritten: 4 });
      expect(host.callsOf('write')).toEqual([
        { processId: id, data: 'ab' },
        { processId: id, data: 'yes\n' },
      ]);
    });

    it('case 84: unknown and ended', async () => {
      const { id } = await bench.run();
      host.exit(id);
      await settle();
      expect(await bench.registry.write(unknown, 'x')).toEqual({ status: 'not_found' });
      expect(await bench.registry.write(id, 'x')).toEqual({ status: 'already_exited' });
      expect(await bench.registry.closeStdin(id)).toEqual({ status: 'already_exited' });
    });

    it('case 88: a broken pipe is an error, not a throw', async () => {
      const { id } = await bench.run();
      host.answers.write = () => {
        throw new AppError('PROCESS_WRITE_FAILED', 'the pipe is broken');
      };
      expect(await bench.registry.write(id, 'x')).toEqual({ status: 'error', message: 'the pipe is broken' });
    });
  });
});
