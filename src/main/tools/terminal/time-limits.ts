import { parseInteger } from '../../../shared/lib/parse-integer';

export const DEFAULT_TIMEOUT_S = 180;
/** Longer work belongs in the background (spec/processes 12.1). */
export const MAX_FOREGROUND_S = 600;
const MAX_WAIT_S = 86_400;

export interface TimeLimits {
  /** Seconds of a foreground command that asks for no timeout. */
  readonly foregroundS: number;
  /** Seconds that one wait lasts at most, and when nothing is asked for. */
  readonly waitS: number;
}

/** The limits of TERMINAL_TIMEOUT; what is no positive whole number is 180 (spec/processes 5.4 and 30). */
export function timeLimits(env: Readonly<Record<string, string | undefined>>): TimeLimits {
  const asked = parseInteger(env.TERMINAL_TIMEOUT, { min: 0, max: MAX_WAIT_S, fallback: 0 });
  const seconds = asked === 0 ? DEFAULT_TIMEOUT_S : asked;
  return { foregroundS: Math.min(seconds, MAX_FOREGROUND_S), waitS: seconds };
}
