import { parseInteger } from '../../../shared/lib/parse-integer';

/** Nobody waits longer than a day for an answer; a larger number is a mistake or an attack. */
const MAX_MS = 24 * 60 * 60 * 1000;

const WEEKDAY = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i;

/**
 * How long the server asks to wait, in milliseconds from `now`: `Retry-After` as seconds or as an HTTP date, or
 * `retry-after-ms`. Null when there is neither or the value is none of these; never negative, at most a day.
 */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const precise = parseInteger(headers.get('retry-after-ms'), { min: 0, max: MAX_MS, fallback: null });
  if (precise !== null) return precise;
  const value = headers.get('retry-after')?.trim() ?? '';
  const seconds = parseInteger(value, { min: 0, max: MAX_MS / 1000, fallback: null });
  return seconds === null ? untilDate(value, now) : seconds * 1000;
}

function untilDate(value: string, now: number): number | null {
  if (!WEEKDAY.test(value)) return null;
  const hasZone = / (gmt|utc|[+-]\d{4})$/i.test(value);
  const at = Date.parse(hasZone ? value : `${value} GMT`);
  return Number.isNaN(at) ? null : Math.min(MAX_MS, Math.max(0, at - now));
}
