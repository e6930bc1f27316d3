import { z } from 'zod';
import { looseBoolean, looseInteger, looseText, looseTextList } from '../loose-input';

/** Arguments of `terminal`; the names are known to existing clients (spec/processes 12.1). */
export const TerminalInput = z.object({
  command: z.string().min(1).describe('The shell command, run exactly as given.'),
  background: looseBoolean
    .optional()
    .describe('Start it and go on: for servers, and for long tasks together with notify_on_complete.'),
  timeout: looseInteger.optional().describe('Foreground only: seconds until it is stopped (default 180, at most 600).'),
  workdir: looseText.optional().describe('Folder to run in; relative to the session folder.'),
  pty: looseBoolean.optional().describe('Run in a terminal, for programs that behave differently without one.'),
  notify_on_complete: looseBoolean
    .optional()
    .describe('Background only: you are told when it ends; there is no need to poll.'),
  watch_patterns: looseTextList
    .optional()
    .describe('Background only: you are told when a line of its output contains one of these texts.'),
});
export type TerminalInput = z.infer<typeof TerminalInput>;
