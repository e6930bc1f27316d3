import type { Command } from '../finding';
import { peelBatch } from './batch';
import type { Peeled } from './peeled';
import { peelPrefix } from './prefixes';
import { peelRemote } from './remote';
import { peelRunner } from './runners';
import { peelShell } from './shells';

/** What a command that runs another command runs; null when it is no such command. */
export function peel(command: Command): Peeled | null {
  return peelPrefix(command) ?? peelShell(command) ?? peelBatch(command) ?? peelRemote(command) ?? peelRunner(command);
}
