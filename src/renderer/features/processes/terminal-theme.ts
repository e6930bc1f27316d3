import type { ITheme } from '@xterm/xterm';
import { type Disposable, toDisposable } from '../../../shared/lib/lifecycle';
import { paletteFor } from './terminal-palette';

/** The terminal's colours out of the page's tokens. */
export function terminalTheme(element: HTMLElement): ITheme {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(name).trim();
  const ground = read('--terminal');
  return {
    ...paletteFor(ground),
    background: ground,
    foreground: read('--text'),
    cursor: read('--text-2'),
    cursorAccent: ground,
    selectionBackground: `${read('--accent')}55`,
    selectionInactiveBackground: `${read('--accent')}33`,
    overviewRulerBorder: ground,
    scrollbarSliderBackground: `${read('--text-3')}40`,
    scrollbarSliderHoverBackground: `${read('--text-3')}70`,
    scrollbarSliderActiveBackground: `${read('--text-3')}90`,
  };
}

/** Tells when the page's theme changed, by choice or by the system. */
export function onThemeChange(listener: () => void): Disposable {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class', 'style'] });
  const darkness = window.matchMedia('(prefers-color-scheme: dark)');
  darkness.addEventListener('change', listener);
  return toDisposable(() => {
    observer.disconnect();
    darkness.removeEventListener('change', listener);
  });
}
