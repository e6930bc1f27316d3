/** Middle value; the mean of the two middle ones for an even count. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Median absolute deviation: how far a typical value lies from the middle. */
export function mad(values) {
  const middle = median(values);
  return median(values.map((value) => Math.abs(value - middle)));
}

/**
 * One row of the result. `samples` and `baseline` were taken in pairs, A B A B, so that the machine's moods hit both.
 * A ratio above 1 is better than the baseline. `aim` applies to the ratio, or to the value where there is no baseline;
 * it is missed only beyond the noise of at least five samples.
 *
 * @param {{bench: string, metric: string, unit: string, better: 'higher' | 'lower', samples: number[],
 *   baseline?: number[] | null, aim?: number | null}} measured
 */
export function toRow({ bench, metric, unit, better, samples, baseline = null, aim = null }) {
  const value = median(samples);
  const ratios = baseline?.map((base, i) => (better === 'higher' ? samples[i] / base : base / samples[i])) ?? null;
  return {
    bench,
    metric,
    value: round(value),
    unit,
    baseline: baseline === null ? null : round(median(baseline)),
    ratio: ratios === null ? null : round(median(ratios)),
    aim,
    holds: aim === null ? null : holds(ratios ?? samples, aim, ratios === null ? better : 'higher'),
  };
}

const MIN_SAMPLES = 5;

function holds(values, aim, better) {
  const isMet = better === 'higher' ? median(values) + mad(values) >= aim : median(values) - mad(values) <= aim;
  return isMet || values.length < MIN_SAMPLES;
}

function round(value) {
  return Number(value.toPrecision(4));
}
