import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../tests/fakes/fake-clock';
import { Drain, type DrainEnd } from './drain';

function scene() {
  const clock = new FakeClock();
  const start = clock.now();
  const state = { isPaused: false, ends: [] as [DrainEnd, number][] };
  const drain = new Drain({
    clock,
    isPaused: () => state.isPaused,
    onDone: (end) => state.ends.push([end, clock.now() - start]),
  });
  const pass = async (ms: number) => {
    for (let at = 0; at < ms; at += 50) {
      await clock.advance(50);
      await new Promise(setImmediate);
      await clock.advance(0);
    }
  };
  return { clock, state, drain, pass };
}

describe('Drain', () => {
  it('ends at once when the output ended before or after the exit', () => {
    const before = scene();
    before.drain.handleEnd();
    before.drain.handleExit(0);
    expect(before.state.ends).toEqual([['end-of-file', 0]]);
    const after = scene();
    after.drain.handleExit(0);
    after.drain.handleEnd();
    expect(after.state.ends).toEqual([['end-of-file', 0]]);
  });

  it('does not end while the child lives', async () => {
    const { state, drain, pass } = scene();
    drain.handleEnd();
    await pass(20_000);
    expect(state.ends).toEqual([]);
    drain.dispose();
  });

  it('ends after 250 ms of quiet, counted from the exit', async () => {
    const { state, drain, pass } = scene();
    drain.handleExit(0);
    await pass(1_000);
    expect(state.ends).toEqual([['quiet', 250]]);
  });

  it('counts the time since an exit that was told late', async () => {
    const { state, drain, pass } = scene();
    drain.handleExit(200);
    await pass(1_000);
    expect(state.ends).toEqual([['quiet', 50]]);
  });

  it('is renewed by data up to five seconds', async () => {
    const { clock, state, drain, pass } = scene();
    drain.handleExit(0);
    for (let i = 0; i < 60; i++) {
      drain.handleData(clock.now());
      await pass(100);
    }
    expect(state.ends).toEqual([['ceiling', 5_000]]);
  });

  it('waits for a paused stream, but not for ever', async () => {
    const { state, drain, pass } = scene();
    state.isPaused = true;
    drain.handleExit(0);
    await pass(20_000);
    expect(state.ends).toEqual([]);
    await pass(20_000);
    expect(state.ends.map(([end]) => end)).toEqual(['ceiling']);
  });
});
