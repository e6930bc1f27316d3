import { expect, it } from 'vitest';
import { type PaletteEntry, rankEntries } from './rank';

const entry = (label: string, detail = ''): PaletteEntry => ({
  id: label,
  kind: 'Action',
  label,
  detail,
  keys: null,
  run: () => undefined,
});

const entries = [
  entry('New session'),
  entry('Settings'),
  entry('Show or hide processes'),
  entry('npm run dev', 'running'),
  entry('Theme', 'Appearance'),
];

const labels = (words: string, recent: readonly string[] = []) =>
  rankEntries(entries, words, recent).map((ranked) => ranked.entry.label);

it('shows everything before a word is typed, lately used first', () => {
  expect(labels('')).toEqual(entries.map(({ label }) => label));
  expect(labels('  ', ['Theme', 'Settings', 'gone'])).toEqual([
    'Theme',
    'Settings',
    'New session',
    'Show or hide processes',
    'npm run dev',
  ]);
});

it('finds by parts of the name, and by what stands beside it', () => {
  expect(labels('sett')[0]).toBe('Settings');
  expect(labels('hide proc')).toContain('Show or hide processes');
  expect(labels('appear')).toEqual(['Theme']);
  expect(labels('zzzz')).toEqual([]);
});

it('says which letters matched, for the label only', () => {
  const [first] = rankEntries(entries, 'dev', []);
  expect([...(first?.matches ?? [])]).toEqual([8, 9, 10]);
  expect(rankEntries(entries, 'appear', [])[0]?.matches.size).toBe(0);
});

it('prefers what was used lately when both fit alike', () => {
  const twins = [entry('Open one'), entry('Open two')];
  expect(rankEntries(twins, 'open', ['Open two'])[0]?.entry.label).toBe('Open two');
});
