import { useEffect, useRef } from 'react';
import { useCommand } from '../../lib/commands';

/** Escape stops the turn when nothing else wanted the key; the menu's stop does too. */
export function useStopKeys(isRunning: boolean, stop: () => void): void {
  const latest = useRef(stop);
  latest.current = stop;
  useCommand('stop-turn', () => (isRunning ? stop() : false));
  useEffect(() => {
    if (!isRunning) return;
    // On the window, so that everything on the page had the key before.
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || event.repeat) return;
      const isElsewhere = event.target instanceof Element && event.target.closest('.xterm, dialog') !== null;
      if (!isElsewhere) latest.current();
    };
    window.addEventListener('keydown', handleKeyDown);
    return () => window.removeEventListener('keydown', handleKeyDown);
  }, [isRunning]);
}
