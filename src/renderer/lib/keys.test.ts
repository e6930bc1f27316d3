import { describe, expect, it } from 'vitest';
import { keysInWords, matchesKeys } from './keys';

const press = (key: string, held: readonly string[] = [], code = '') => ({
  key,
  code,
  ctrlKey: held.includes('ctrl'),
  metaKey: held.includes('meta'),
  shiftKey: held.includes('shift'),
  altKey: held.includes('alt'),
});

describe('keys in words', () => {
  it.each([
    ['Mod+N', 'Ctrl N', '⌘N'],
    ['CmdOrCtrl+Shift+F', 'Ctrl Shift F', '⇧⌘F'],
    ['Ctrl+Tab', 'Ctrl Tab', '⌃Tab'],
    ['Mod++', 'Ctrl +', '⌘+'],
    ['Escape', 'Esc', 'Esc'],
  ])('%s', (keys, elsewhere, mac) => {
    expect(keysInWords(keys, false)).toBe(elsewhere);
    expect(keysInWords(keys, true)).toBe(mac);
  });
});

describe('pressed keys', () => {
  it('need exactly the modifiers that are named', () => {
    expect(matchesKeys(press('n', ['ctrl']), 'Mod+N', false)).toBe(true);
    expect(matchesKeys(press('n', ['ctrl', 'shift']), 'Mod+N', false)).toBe(false);
    expect(matchesKeys(press('n'), 'Mod+N', false)).toBe(false);
    expect(matchesKeys(press('n', ['meta']), 'Mod+N', false)).toBe(false);
  });

  it('take Command on a Mac, and Control only where Control is meant', () => {
    expect(matchesKeys(press('k', ['meta']), 'CmdOrCtrl+K', true)).toBe(true);
    expect(matchesKeys(press('k', ['ctrl']), 'CmdOrCtrl+K', true)).toBe(false);
    expect(matchesKeys(press('Tab', ['ctrl']), 'Ctrl+Tab', true)).toBe(true);
  });

  it('find a backtick that Shift has turned into something else', () => {
    expect(matchesKeys(press('~', ['ctrl', 'shift'], 'Backquote'), 'CmdOrCtrl+Shift+`', false)).toBe(true);
  });
});
