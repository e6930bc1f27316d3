import { useCallback, useState } from 'react';

const PREFIX = 'talaria.';

/** What the page keeps for itself between starts; null when nothing, or something unreadable, is there. */
export function readRemembered(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null');
  } catch {
    // Somebody else's text: as good as nothing.
    return null;
  }
}

export function remember(name: string, value: unknown): void {
  localStorage.setItem(PREFIX + name, JSON.stringify(value));
}

/** A state that is still there after a restart. `parse` gives null for what does not fit. */
export function useRemembered<T>(name: string, initial: T, parse: (value: unknown) => T | null) {
  const [value, setValue] = useState<T>(() => parse(readRemembered(name)) ?? initial);
  const set = useCallback(
    (next: T) => {
      setValue(next);
      remember(name, next);
    },
    [name],
  );
  return [value, set] as const;
}

export const asNumber = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null);
export const asBoolean = (value: unknown) => (typeof value === 'boolean' ? value : null);
export const asStrings = (value: unknown) =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : null;
