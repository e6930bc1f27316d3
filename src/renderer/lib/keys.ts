/** True on macOS, where Command takes the place of Control. */
export const isMac = navigator.userAgent.includes('Mac OS');

const MAC_SIGNS: Readonly<Record<string, string>> = { Mod: '⌘', Ctrl: '⌃', Shift: '⇧', Alt: '⌥' };
const NAMES: Readonly<Record<string, string>> = { Mod: 'Ctrl', ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc' };
const MAC_ORDER = ['Ctrl', 'Alt', 'Shift', 'Mod'];

/** `Mod+Shift+F` as this system writes it. */
export function keysInWords(keys: string, onMac = isMac): string {
  const parts = splitKeys(keys);
  if (!onMac) return parts.map((part) => NAMES[part] ?? part).join(' ');
  const key = parts.at(-1) ?? '';
  const signs = MAC_ORDER.filter((name) => parts.slice(0, -1).includes(name)).map((name) => MAC_SIGNS[name]);
  return [...signs, NAMES[key] ?? key].join('');
}

export interface PressedKeys {
  readonly key: string;
  /** The key by its place, for signs that Shift changes. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Whether exactly these keys are down. A letter counts in either case, so that Caps Lock changes nothing. */
export function matchesKeys(event: PressedKeys, keys: string, onMac = isMac): boolean {
  const parts = splitKeys(keys);
  const key = parts.at(-1) ?? '';
  const wants = (name: string) => parts.slice(0, -1).includes(name);
  const wantsControl = wants('Ctrl') || (!onMac && wants('Mod'));
  return (
    (event.key.toLowerCase() === key.toLowerCase() || (key === '`' && event.code === 'Backquote')) &&
    event.ctrlKey === wantsControl &&
    event.metaKey === (onMac && wants('Mod')) &&
    event.altKey === wants('Alt') &&
    event.shiftKey === wants('Shift')
  );
}

/** The plus key itself may be the last part: `Mod++`. Menus write `CmdOrCtrl` for `Mod`. */
function splitKeys(keys: string): string[] {
  const parts = keys.endsWith('++') ? [...keys.slice(0, -2).split('+'), '+'] : keys.split('+');
  return parts.map((part) => (part === 'CmdOrCtrl' ? 'Mod' : part));
}
