import { useState } from 'react';
import { messageOf } from '../../../shared/errors/app-error';
import type { Settings } from '../../../shared/schemas/settings';
import { updateSettings, useSettingsState } from '../../lib/use-settings';

type Area = 'approvals' | 'processes' | 'appearance' | 'notifications' | 'window';
/** The keys that the schema names, without the open end that lets unknown ones through. */
type KnownKeys<A extends Area> = keyof {
  [K in keyof Settings[A] as string extends K ? never : K]: Settings[A][K];
} &
  keyof Settings[A];

export interface Setting<T> {
  readonly value: T;
  readonly set: (value: T) => void;
  /** Null where the value is the default. */
  readonly reset: (() => void) | null;
  readonly problem: string | null;
}

/** One value of the settings, written at once; main's refusal is shown beside it. */
export function useSetting<A extends Area, K extends KnownKeys<A>>(area: A, key: K): Setting<Settings[A][K]> {
  const { settings, defaults } = useSettingsState().value;
  const [problem, setProblem] = useState<string | null>(null);
  const value = settings[area][key];
  const initial = defaults[area][key];
  const set = (next: Settings[A][K]) => {
    updateSettings({ [area]: { [key]: next } }).then(
      () => setProblem(null),
      (error) => setProblem(messageOf(error)),
    );
  };
  return { value, set, reset: value === initial ? null : () => set(initial), problem };
}
