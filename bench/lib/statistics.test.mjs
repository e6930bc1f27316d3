import { describe, expect, it } from 'vitest';
import { mad, median, toRow } from './statistics.mjs';

const base = { bench: 'b', metric: 'm', unit: 'MB/s' };

describe('bench statistics', () => {
  it('takes middles', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(mad([1, 2, 3, 4, 100])).toBe(1);
  });

  it('gives a ratio above 1 to what is better, in both directions', () => {
    expect(toRow({ ...base, better: 'higher', samples: [20], baseline: [10] }).ratio).toBe(2);
    expect(toRow({ ...base, unit: 'ms', better: 'lower', samples: [20], baseline: [10] }).ratio).toBe(0.5);
  });

  it('misses an aim only beyond the noise', () => {
    const row = (samples, aim) =>
      toRow({ ...base, better: 'higher', samples, baseline: samples.map(() => 10), aim }).holds;
    expect(row([8, 8, 8, 8, 8], 0.7)).toBe(true);
    expect(row([6, 6, 6, 6, 6], 0.7)).toBe(false);
    expect(row([5, 5.5, 6.5, 7.5, 9], 0.7)).toBe(true);
    expect(row([6], 0.7)).toBe(true);
  });

  it('applies the aim to the value where there is no baseline', () => {
    const row = (value) => toRow({ ...base, unit: 'ms', better: 'lower', samples: Array(5).fill(value), aim: 20 });
    expect(row(19)).toMatchObject({ holds: true, ratio: null, baseline: null });
    expect(row(21).holds).toBe(false);
  });

  it('holds nothing without an aim', () => {
    expect(toRow({ ...base, better: 'higher', samples: [1] }).holds).toBeNull();
  });
});
