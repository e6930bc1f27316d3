import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { collectingLogger } from '../../../tests/fakes/collecting-logger';
import { temporaryFolder } from '../../../tests/fakes/temporary-folder';
import { SettingsFile } from './settings-file';
import { systemClock } from './system-clock';

function open(text?: string) {
  const file = join(temporaryFolder(), 'settings.json');
  if (text !== undefined) writeFileSync(file, text);
  const log = collectingLogger();
  const settings = new SettingsFile({ file, clock: systemClock, log });
  onTestFinished(() => settings.dispose());
  const nextChange = () =>
    new Promise((resolve) => {
      const listening = settings.onDidChange((change) => {
        listening.dispose();
        resolve(change);
      });
    });
  return { file, log, settings, nextChange, onDisk: () => JSON.parse(readFileSync(file, 'utf8')) };
}

describe('reading settings.json', () => {
  it('gives the defaults where there is no file, and makes none', () => {
    const { settings, file } = open();
    expect(settings.current.warnings).toEqual([]);
    expect(settings.current.settings.approvals).toEqual({ mode: 'ask', timeoutSeconds: 300 });
    expect(existsSync(file)).toBe(false);
  });

  it('uses what fits, names what does not, and never quotes it', () => {
    const pasted = ['sk-', 'live-0123456789'].join('');
    const { settings, log } = open(
      JSON.stringify({
        approvals: { mode: pasted, timeoutSeconds: 60 },
        processes: 7,
        model: { name: 'm' },
        mine: [1],
      }),
    );
    const { settings: used, warnings } = settings.current;
    expect([used.approvals.mode, used.approvals.timeoutSeconds, used.model.name, used.mine]).toEqual([
      'ask',
      60,
      'm',
      [1],
    ]);
    expect(used.processes.killGraceSeconds).toBe(2);
    expect(warnings.map((warning) => warning.path)).toEqual(['approvals.mode', 'processes']);
    expect(warnings[0]?.message).toContain('approvals.mode');
    expect(JSON.stringify([warnings, log.lines])).not.toContain(pasted);
  });

  it('makes the file private, and takes one that starts with a byte order mark', () => {
    const { file, settings } = open('\uFEFF{"model":{"name":"m"}}');
    expect(settings.current.settings.model.name).toBe('m');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it.each(['{"model":', '[1, 2]', ''])('keeps %j aside and says so', (text) => {
    const { file, settings } = open(text);
    const names = readdirSync(dirname(file));
    expect(names).toEqual([expect.stringMatching(/^settings\.json\.corrupt-/)]);
    expect(readFileSync(join(dirname(file), names[0] ?? ''), 'utf8')).toBe(text);
    expect(settings.current.warnings[0]?.message).toContain(names[0]);
  });

  it('says so when the file cannot be read, and will not overwrite it', async () => {
    const file = join(temporaryFolder(), 'settings.json');
    mkdirSync(file);
    const settings = new SettingsFile({ file, clock: systemClock, log: collectingLogger() });
    onTestFinished(() => settings.dispose());
    expect(settings.current.warnings[0]?.message).toContain('cannot be read');
    await expect(settings.update({ model: { name: 'x' } })).rejects.toMatchObject({ code: 'HOME_UNUSABLE' });
  });
});

describe('writing settings.json', () => {
  it('changes what is named and keeps the rest, unknown keys and bad values too', async () => {
    const before = { future: { a: 1 }, model: { name: 'old', extra: true }, approvals: { mode: 'bad' } };
    const { settings, file, onDisk } = open(JSON.stringify(before));
    await settings.update({ model: { name: 'new' } });
    expect(onDisk()).toEqual({ ...before, model: { name: 'new', extra: true } });
    expect(settings.current.settings.model.name).toBe('new');
    expect(settings.current.warnings.map((warning) => warning.path)).toEqual(['approvals.mode']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(dirname(file))).toEqual(['settings.json']);
  });

  it('refuses a value that does not fit and writes nothing', async () => {
    const { settings, file } = open();
    await expect(settings.update({ approvals: { timeoutSeconds: 1 } })).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await expect(settings.update({ approvals: { timeoutSeconds: 1 } })).rejects.toThrow('approvals.timeoutSeconds');
    expect(existsSync(file)).toBe(false);
  });

  it('applies updates in order, none lost', async () => {
    const { settings, onDisk } = open();
    await Promise.all([
      settings.update({ a: 1 }),
      settings.update({ approvals: { timeoutSeconds: 2 } }).catch(() => undefined),
      settings.update({ b: 2 }),
      settings.update({ model: { name: 'm' } }),
    ]);
    expect(onDisk()).toEqual({ a: 1, b: 2, model: { name: 'm' } });
  });

  it('keeps a file that became damaged aside before writing a new one', async () => {
    const { settings, file, onDisk } = open('{}');
    writeFileSync(file, 'half of {');
    await settings.update({ model: { name: 'm' } });
    expect(onDisk()).toEqual({ model: { name: 'm' } });
    const kept = readdirSync(dirname(file)).find((name) => name.includes('corrupt')) ?? '';
    expect(readFileSync(join(dirname(file), kept), 'utf8')).toBe('half of {');
  });

  it('does not let a key named __proto__ reach the prototype', async () => {
    const { settings, onDisk } = open('{"__proto__":{"polluted":true}}');
    await settings.update(JSON.parse('{"__proto__":{"more":1}}'));
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    expect('more' in {}).toBe(false);
    expect(Object.keys(onDisk())).toEqual(['__proto__']);
  });
});

describe('lists in settings.json', () => {
  it('use the items that fit, and name the others by their place', () => {
    const model = (id: string) => ({ id, name: 'm', baseUrl: 'http://127.0.0.1:1/v1' });
    const models = [
      7,
      model('a'),
      { id: 'b', name: 3, baseUrl: 4 },
      model('c'),
      { ...model('d'), keyRef: 'sk-pasted' },
    ];
    const { settings } = open(JSON.stringify({ models }));
    expect(settings.current.settings.models.map(({ id }) => id)).toEqual(['a', 'c']);
    expect(settings.current.warnings.map(({ path }) => path)).toEqual([
      'models.0',
      'models.2.name',
      'models.2.baseUrl',
      'models.4.keyRef',
    ]);
    expect(settings.current.warnings[0]?.message).toContain('this entry is left out');
  });

  it('are changed from what the file holds then, one change after another', async () => {
    const { settings, file, onDisk } = open('{"list":[1]}');
    writeFileSync(file, '{"list":[1,2]}');
    const append = (item: number) => (document: Readonly<Record<string, unknown>>) => ({
      list: [...(Array.isArray(document.list) ? document.list : []), item],
    });
    await Promise.all([settings.change(append(3)), settings.change(append(4))]);
    expect(onDisk()).toEqual({ list: [1, 2, 3, 4] });
  });
});

describe('following settings.json', () => {
  it('reads it again when an editor has changed it, in place or by replacing it', async () => {
    const { settings, file, nextChange } = open('{}');
    const first = nextChange();
    writeFileSync(file, '{"model":{"name":"one"}}');
    await first;
    expect(settings.current.settings.model.name).toBe('one');

    const second = nextChange();
    const { writeFileAtomic } = await import('./atomic-write');
    await writeFileAtomic(file, '{"model":{"name":"two"}}', { mode: 0o600 });
    await second;
    expect(settings.current.settings.model.name).toBe('two');
  });

  it('keeps the settings in force while the file is no JSON, and leaves the file to its editor', async () => {
    const { settings, file, nextChange } = open('{"model":{"name":"one"}}');
    const broken = nextChange();
    writeFileSync(file, '{"model":');
    await broken;
    expect(settings.current.settings.model.name).toBe('one');
    expect(settings.current.warnings).toHaveLength(1);
    expect(readFileSync(file, 'utf8')).toBe('{"model":');

    const mended = nextChange();
    writeFileSync(file, '{}');
    await mended;
    expect(settings.current).toMatchObject({ warnings: [], settings: { model: { name: null } } });
  });

  it('tells of its own writes once', async () => {
    const { settings } = open();
    const changes: unknown[] = [];
    const listening = settings.onDidChange((change) => changes.push(change));
    await settings.update({ model: { name: 'm' } });
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(changes).toHaveLength(1);
    listening.dispose();
  });
});
