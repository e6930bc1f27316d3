import { foregroundObstacle } from './foreground-guard';
import type { TerminalInput } from './schema';
import { MAX_FOREGROUND_S } from './time-limits';

const MAX_PATTERNS = 20;
const MAX_PATTERN_CHARS = 1_000;

/** What is wrong with the arguments of a call, in words for the model; null when nothing is. */
export function complaintAbout(input: TerminalInput): string | null {
  if (input.command.trim() === '') return 'The command is empty.';
  if (input.command.includes('\0')) return 'The command holds a NUL character; no shell can run it.';
  return input.background === true ? aboutPatterns(input.watch_patterns ?? []) : aboutForeground(input);
}

function aboutForeground({ timeout, notify_on_complete, watch_patterns = [], command }: TerminalInput): string | null {
  if (timeout !== undefined && timeout < 1) return `timeout must be a positive number of seconds, not ${timeout}.`;
  if (timeout !== undefined && timeout > MAX_FOREGROUND_S)
    return `timeout may be at most ${MAX_FOREGROUND_S} seconds in the foreground. Use background=true with notify_on_complete=true for longer work.`;
  if (notify_on_complete === true) return 'notify_on_complete works only with background=true.';
  if (watch_patterns.length > 0) return 'watch_patterns works only with background=true.';
  return foregroundObstacle(command);
}

function aboutPatterns(patterns: readonly string[]): string | null {
  if (patterns.length > MAX_PATTERNS) return `watch_patterns may hold at most ${MAX_PATTERNS} texts.`;
  if (patterns.some((pattern) => pattern.trim() === '')) return 'A watch pattern is empty; it would match every line.';
  if (patterns.some((pattern) => pattern.includes('\n')))
    return 'A watch pattern holds a line break; patterns are looked for within one line.';
  return patterns.some((pattern) => pattern.length > MAX_PATTERN_CHARS)
    ? `A watch pattern may have at most ${MAX_PATTERN_CHARS} characters.`
    : null;
}
