const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEK_DAYS = 6;

const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short' });
const dayAndMonth = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const wholeDate = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' });

/** How long ago: minutes and hours under a day, then the weekday, then the date. Both in epoch milliseconds. */
export function relativeTime(ms: number, now: number): string {
  const ago = now - ms;
  if (ago < MINUTE_MS) return 'now';
  if (ago < HOUR_MS) return `${Math.floor(ago / MINUTE_MS)} min`;
  if (ago < DAY_MS) return `${Math.floor(ago / HOUR_MS)} h`;
  if (daysBetween(ms, now) <= WEEK_DAYS) return weekday.format(ms);
  return new Date(ms).getFullYear() === new Date(now).getFullYear() ? dayAndMonth.format(ms) : wholeDate.format(ms);
}

/** A length of time in its two largest units, whole; under ten seconds with one digit after the point. */
export function duration(ms: number): string {
  const length = Math.max(0, ms);
  if (length < 10 * SECOND_MS) return `${Number((length / SECOND_MS).toFixed(1))} s`;
  const parts = [
    [Math.floor(length / DAY_MS), 'd'],
    [Math.floor(length / HOUR_MS) % 24, 'h'],
    [Math.floor(length / MINUTE_MS) % 60, 'min'],
    [Math.floor(length / SECOND_MS) % 60, 's'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}

/** The whole date and time, for tooltips. */
export function exactTime(ms: number): string {
  return exact.format(ms);
}

/** Calendar days from one moment to a later one, as the clock on the wall counts them. */
export function daysBetween(earlier: number, later: number): number {
  const from = new Date(earlier);
  const to = new Date(later);
  const days = Date.UTC(to.getFullYear(), to.getMonth(), to.getDate());
  return Math.round((days - Date.UTC(from.getFullYear(), from.getMonth(), from.getDate())) / DAY_MS);
}
