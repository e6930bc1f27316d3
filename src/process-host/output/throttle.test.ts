import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../tests/fakes/fake-clock';
import { Throttle } from './throttle';

describe('Throttle', () => {
  it('runs at once, then at most once in each interval, and never loses the last request', async () => {
    const clock = new FakeClock(0);
    const runs: number[] = [];
    const throttle = new Throttle(clock, 100, () => runs.push(clock.now()));
    throttle.request();
    throttle.request();
    await clock.advance(30);
    throttle.request();
    await clock.advance(100);
    throttle.request();
    await clock.advance(500);
    expect(runs).toEqual([0, 100, 200]);
  });

  it('has no timer when nothing is requested', async () => {
    const clock = new FakeClock(0);
    const throttle = new Throttle(clock, 100, () => {});
    throttle.request();
    expect(clock.timerCount).toBe(1);
    await clock.advance(100);
    expect(clock.timerCount).toBe(0);
    throttle.dispose();
  });
});
