import { useEffect, useRef } from 'react';
import type { PageCommand } from '../../shared/contract/ipc-events';

export type CommandName = PageCommand['name'];
type CommandOf<N extends CommandName> =
  Extract<PageCommand, { readonly name: N }> extends never
    ? { readonly name: N }
    : Extract<PageCommand, { readonly name: N }>;

/** Does what the command asks. Returning `false` passes it on to whoever asked before. */
type Handler = (command: PageCommand) => unknown;

interface Entry {
  readonly name: CommandName;
  readonly run: Handler;
  readonly isLast: boolean;
}

/** Who listens, in order of asking. */
const entries: Entry[] = [];

/**
 * Runs a command: the newest listener first, those marked `isLast` after all others, until one has taken it.
 * False when nobody did.
 */
export function runCommand(command: PageCommand): boolean {
  const listeners = entries.filter(({ name }) => name === command.name).reverse();
  const inOrder = [...listeners.filter(({ isLast }) => !isLast), ...listeners.filter(({ isLast }) => isLast)];
  return inOrder.some(({ run }) => run(command) !== false);
}

/** While mounted, does what menus, keys, links and notices ask by this name. */
export function useCommand<N extends CommandName>(
  name: N,
  handler: (command: CommandOf<N>) => unknown,
  options: { readonly isLast?: boolean } = {},
): void {
  const latest = useRef(handler);
  latest.current = handler;
  const isLast = options.isLast ?? false;
  useEffect(() => {
    const entry: Entry = { name, isLast, run: (command) => latest.current(command as CommandOf<N>) };
    entries.push(entry);
    return () => {
      entries.splice(entries.indexOf(entry), 1);
    };
  }, [name, isLast]);
}
