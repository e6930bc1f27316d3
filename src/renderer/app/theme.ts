import { useEffect } from 'react';
import type { Settings } from '../../shared/schemas/settings';

type Appearance = Settings['appearance'];

const stillness = window.matchMedia('(prefers-reduced-motion: reduce)');
const darkness = window.matchMedia('(prefers-color-scheme: dark)');

function setTheme(theme: Appearance['theme']): void {
  const isDark = theme === 'dark' || (theme === 'system' && darkness.matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
}

/** The system's theme, until the settings are here: before anything is painted. */
export function startTheme(): void {
  setTheme('system');
}

/** Follows the settings, and the system where they say so. */
export function useAppearance({ theme, reduceMotion }: Appearance): void {
  useEffect(() => {
    const follow = () => setTheme(theme);
    follow();
    darkness.addEventListener('change', follow);
    return () => darkness.removeEventListener('change', follow);
  }, [theme]);
  useEffect(() => {
    const follow = () => document.documentElement.toggleAttribute('data-still', reduceMotion || stillness.matches);
    follow();
    stillness.addEventListener('change', follow);
    return () => stillness.removeEventListener('change', follow);
  }, [reduceMotion]);
}
