import { firstChars } from '../../../shared/lib/cut-text';
import type { ProcessRecord } from '../../../shared/schemas/process';

const LISTED = 8;
const MAX_COMMAND_CHARS = 70;

export interface QuitText {
  readonly message: string;
  readonly detail: string;
}

/** What a quit would end, in words. `mask` hides secrets: a native dialog is an egress. */
export function quitText(running: readonly ProcessRecord[], mask: (text: string) => string): QuitText {
  const lines = running.slice(0, LISTED).map(({ command }) => `• ${shortened(mask(command))}`);
  const more = running.length - lines.length;
  return {
    message: running.length === 1 ? 'One process still runs.' : `${running.length} processes still run.`,
    detail: [...lines, ...(more > 0 ? [`• and ${more} more`] : []), '', 'Quitting stops what runs.'].join('\n'),
  };
}

function shortened(command: string): string {
  const line = command.replaceAll(/\s+/g, ' ').trim();
  const { text, cutChars } = firstChars(line, MAX_COMMAND_CHARS);
  return cutChars > 0 ? `${text}…` : text;
}
