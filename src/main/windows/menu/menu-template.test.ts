import { describe, expect, it } from 'vitest';
import { commandKeys } from '../../../shared/contract/command-keys';
import { PageCommand } from '../../../shared/contract/ipc-events';
import { type MenuEntry, menuTemplate } from './menu-template';

const platforms = ['linux', 'win32', 'darwin'] as const;
const entries = (platform: NodeJS.Platform): readonly MenuEntry[] =>
  menuTemplate(platform).flatMap((group) => group.entries);
const idsOf = (platform: NodeJS.Platform, kind: 'command' | 'act') =>
  entries(platform).flatMap((entry) => (entry.kind === kind && 'id' in entry ? [entry.id] : []));

describe.each(platforms)('the menu on %s', (platform) => {
  it('has every command of the page exactly once', () => {
    const names = PageCommand.options.flatMap(({ shape: { name } }) => ('options' in name ? name.options : []));
    expect(idsOf(platform, 'command').toSorted()).toEqual([...names].toSorted());
  });

  it('gives no key twice', () => {
    const keys = entries(platform).flatMap((entry) =>
      'accelerator' in entry && entry.accelerator !== null ? [entry.accelerator] : [],
    );
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.length).toBeGreaterThan(commandKeys.length);
  });

  it('can quit, show and export logs, and has the roles of editing', () => {
    expect(idsOf(platform, 'act')).toEqual(expect.arrayContaining(['quit', 'reveal-logs', 'export-logs']));
    const roles = entries(platform).flatMap((entry) => (entry.kind === 'role' ? [entry.role] : []));
    expect(roles).toEqual(expect.arrayContaining(['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll']));
  });
});

it('the Mac has its app menu first', () => {
  expect(menuTemplate('darwin')[0]?.label).toBe('Talaria');
  expect(menuTemplate('linux')[0]?.label).toBe('File');
});
