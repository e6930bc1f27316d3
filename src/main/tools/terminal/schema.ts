import { z } from 'zod';
import { looseBoolean, looseInteger, looseText, looseTextList } from '../loose-input';

/** Arguments of `terminal`; the names are known to existing clients (spec/processes 12.1). */
export const TerminalInput = z.object({
  command: z.string().describe('The shell command, run exactly as given.'),
  background: looseBoolean
    .describe('Start it and go on: for servers, and for long tasks together with notify_on_complete.')
    .optional(),
  timeout: looseInteger.describe('Foreground only: seconds until it is stopped (default 180, at most 600).').optional(),
  workdir: looseText.describe('Folder to run in; relative to the session folder.').optional(),
  pty: looseBoolean.describe('Run in a terminal, for programs that behave differently without one.').optional(),
  notify_on_complete: looseBoolean
    .describe('Background only: you are told when it ends; there is no need to poll.')
    .optional(),
  watch_patterns: looseTextList
    .describe('Background only: you are told when a line of its output contains one of these texts.')
    .optional(),
});
export type TerminalInput = z.infer<typeof TerminalInput>;

/** Arguments of other versions of this tool. */
export const unoffered = {
  check_interval:
    'check_interval is not offered yet and has no effect; use notify_on_complete or watch_patterns, or poll.',
};
