/** Said whenever somebody may take the operator for more than it is. */
const WHO_I_AM =
  'I am the built-in operator, not a language model: I understand a few commands and nothing else. ' +
  'To talk to a language model, add one in the settings under Models, or start Talaria with --base-url URL and --model NAME.';

export const EXAMPLE = 'start "npm run dev" in the background, watch for "ready" and tell me when it is done';

/** The answer to `help`. docs/operator.md has the same commands at more length. */
export const HELP_TEXT = `${WHO_I_AM}

This is what I understand. A command stands in double quotes; inside them write \\" for a quote and \\\\ for a backslash.
- run "ls -la" (waits until it ends; add: for at most 30 seconds)
- start "npm run dev" (goes on in the background)
- with run and start, in any order: in a terminal, in "folder"
- with start: watch for "ready" and "error", tell me when it is done
- list
- show it, show 50 lines of proc_0123456789ab
- send "yes" to it
- wait for it
- stop it

"it" is the process that was spoken of last. Several commands follow one another with "then" or on lines of their own.`;

/** The answer to a message that is not understood. */
export function notUnderstood(problem: string): string {
  return `${problem} Nothing was run.\n\n${WHO_I_AM}\n\nFor example: ${EXAMPLE}\n\nSay help for everything I understand.`;
}
