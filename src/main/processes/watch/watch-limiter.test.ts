import { describe, expect, it } from 'vitest';
import { ProcessId } from '../../../shared/lib/ids';
import { WatchLimiter, type WatchVerdict } from './watch-limiter';

const a = ProcessId.parse('proc_aaaaaaaaaaaa');
const b = ProcessId.parse('proc_bbbbbbbbbbbb');
const delivered = (verdicts: readonly WatchVerdict[]) => verdicts.filter((v) => v.kind === 'deliver').length;

/** One match every `stepMs` from `from` to `to`, milliseconds, ends included. */
function flood(
  limiter: WatchLimiter,
  range: { from: number; to: number; stepMs: number; id?: ProcessId },
): WatchVerdict[] {
  const verdicts: WatchVerdict[] = [];
  for (let now = range.from; now <= range.to; now += range.stepMs) {
    verdicts.push(limiter.judge(range.id ?? a, 1, now));
  }
  return verdicts;
}

describe('WatchLimiter', () => {
  it('case 110: 8 notices in a window, the 9th is kept back with its number of lines', () => {
    const limiter = new WatchLimiter();
    expect(delivered(flood(limiter, { from: 0, to: 7_000, stepMs: 1_000 }))).toBe(8);
    expect(limiter.judge(a, 3, 8_000)).toEqual({ kind: 'suppress' });
    expect(limiter.judge(a, 2, 9_999)).toEqual({ kind: 'suppress' });
    expect(limiter.judge(a, 1, 10_000)).toEqual({ kind: 'deliver', suppressed: 5 });
    expect(limiter.judge(a, 1, 10_001)).toEqual({ kind: 'deliver', suppressed: 0 });
  });

  it('cases 112 and 113: a steady flood is disabled after 45 s of overload, once, not before', () => {
    const limiter = new WatchLimiter();
    const verdicts = flood(limiter, { from: 0, to: 120_000, stepMs: 100 });
    const disabledAt = verdicts.findIndex((v) => v.kind === 'disable');
    // The first overload is the 9th match, at 800 ms.
    expect(disabledAt * 100).toBe(45_900);
    expect(verdicts.slice(disabledAt + 1).every((v) => v.kind === 'suppress')).toBe(true);
    expect(delivered(verdicts)).toBe(5 * 8);
    const told = verdicts.reduce((sum, v) => sum + (v.kind === 'suppress' ? 0 : v.suppressed), 0);
    expect(told + delivered(verdicts)).toBe(disabledAt + 1);
  });

  it('case 114 by decision 6.1: a notice in between does not end the overload, a window without suppression does', () => {
    const limiter = new WatchLimiter();
    flood(limiter, { from: 0, to: 40_000, stepMs: 500 });
    // A whole window with few matches: nothing is kept back in it.
    flood(limiter, { from: 50_000, to: 58_000, stepMs: 4_000 });
    const after = flood(limiter, { from: 60_000, to: 100_000, stepMs: 500 });
    expect(after.some((v) => v.kind === 'disable')).toBe(false);
    expect(flood(limiter, { from: 100_500, to: 120_000, stepMs: 500 }).some((v) => v.kind === 'disable')).toBe(true);
  });

  it('a flood with a silent pause of more than a window starts anew', () => {
    const limiter = new WatchLimiter();
    flood(limiter, { from: 0, to: 40_000, stepMs: 100 });
    const after = flood(limiter, { from: 61_000, to: 100_000, stepMs: 100 });
    expect(after.some((v) => v.kind === 'disable')).toBe(false);
  });

  it('a flood with pauses shorter than a window is disabled', () => {
    const limiter = new WatchLimiter();
    const verdicts: WatchVerdict[] = [];
    for (let start = 0; start < 80_000; start += 8_000) {
      verdicts.push(...flood(limiter, { from: start, to: start + 3_000, stepMs: 100 }));
    }
    expect(verdicts.filter((v) => v.kind === 'disable')).toHaveLength(1);
  });

  it('case 117: two processes have windows and counters of their own', () => {
    const limiter = new WatchLimiter();
    expect(delivered(flood(limiter, { from: 0, to: 900, stepMs: 100 }))).toBe(8);
    expect(limiter.judge(b, 1, 950)).toEqual({ kind: 'deliver', suppressed: 0 });
    expect(limiter.takeSuppressed(a)).toBe(2);
    expect(limiter.takeSuppressed(b)).toBe(0);
  });

  it('cases 124 and 125 by decision 6.1: no strikes and no lifetime cap', () => {
    const limiter = new WatchLimiter();
    const verdicts = flood(limiter, { from: 0, to: 600_000, stepMs: 2_000 });
    expect(delivered(verdicts)).toBe(verdicts.length);
  });

  it('case 126: the 16th notice of all processes within 10 s begins 30 s of silence', () => {
    const limiter = new WatchLimiter();
    const ids = Array.from({ length: 16 }, (_, i) => ProcessId.parse(`proc_${i.toString(16).padStart(12, '0')}`));
    const verdicts = ids.map((id, i) => limiter.judge(id, 1, i * 100));
    expect(verdicts.map((v) => v.kind)).toEqual([...Array(15).fill('deliver'), 'suppress']);
    expect(limiter.silentUntil).toBe(31_500);
    expect(limiter.judge(a, 4, 31_499)).toEqual({ kind: 'suppress' });
    expect(limiter.judge(a, 1, 31_500)).toEqual({ kind: 'deliver', suppressed: 4 });
  });

  it('the silence of all does not count as overload of one', () => {
    const limiter = new WatchLimiter();
    for (let i = 0; i < 16; i++) limiter.judge(ProcessId.parse(`proc_${i.toString(16).padStart(12, '0')}`), 1, 0);
    const verdicts = flood(limiter, { from: 0, to: 29_000, stepMs: 100 });
    expect(verdicts.every((v) => v.kind === 'suppress')).toBe(true);
    const after = flood(limiter, { from: 30_000, to: 70_000, stepMs: 1_000 });
    expect(after.some((v) => v.kind === 'disable')).toBe(false);
  });

  it('forgets a process', () => {
    const limiter = new WatchLimiter();
    flood(limiter, { from: 0, to: 900, stepMs: 100 });
    limiter.forget(a);
    expect(limiter.judge(a, 1, 1_000)).toEqual({ kind: 'deliver', suppressed: 0 });
  });
});
