import { useEffect } from 'react';
import { commandKeys } from '../../shared/contract/command-keys';
import { on } from '../lib/bridge';
import { runCommand } from '../lib/commands';
import { listenForEscape } from '../lib/escape';
import { matchesKeys } from '../lib/keys';
import { walkRegions } from './regions';

/** Listens to main's commands, to the keys of all commands, to F6 and to Escape. */
export function usePageCommands(): void {
  useEffect(() => {
    const subscription = on('command', (command) => void runCommand(command));
    return () => subscription.dispose();
  }, []);
  useEffect(() => listenForEscape(), []);
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if (event.key === 'F6' && !event.ctrlKey && !event.altKey && !event.metaKey) {
        event.preventDefault();
        walkRegions(event.shiftKey ? -1 : 1);
        return;
      }
      // The menu has the same keys; it acts only on what the page leaves alone.
      const key = commandKeys.find(({ accelerator }) => matchesKeys(event, accelerator));
      if (key !== undefined && runCommand({ name: key.name })) event.preventDefault();
    };
    window.addEventListener('keydown', handleKeyDown);
    return () => window.removeEventListener('keydown', handleKeyDown);
  }, []);
}
