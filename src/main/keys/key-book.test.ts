import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collectingLogger } from '../../../tests/fakes/collecting-logger';
import { ScriptedSeal } from '../../../tests/fakes/scripted-seal';
import { temporaryFolder } from '../../../tests/fakes/temporary-folder';
import { KeyBook } from './key-book';

const KEY = ['sk-live', 'q9Xv2LmZ7Rt4KpWd1Ns8'].join('-');
const ORIGIN = 'https://models.example';

function setUp({ file = join(temporaryFolder(), 'keys.json'), seal = new ScriptedSeal() } = {}) {
  const learnt: string[] = [];
  const log = collectingLogger();
  const open = () => new KeyBook({ file, seal, learn: (key) => learnt.push(key), log, now: () => 7 });
  return { file, seal, learnt, log, open, book: open(), text: () => readFileSync(file, 'utf8') };
}

const stored = { key: KEY, origin: ORIGIN };
const unasked = { allowPlainText: false };

describe('keys in the key store', () => {
  it('are sealed, private, and there again after a restart', async () => {
    const it = setUp();
    expect(it.book.has('mdl_1')).toBe(false);
    expect(await it.book.put('mdl_1', stored, unasked)).toBe('kept');
    expect(it.text()).not.toContain(KEY);
    expect(it.text()).not.toContain(Buffer.from(KEY).toString('base64').slice(0, 20));
    expect(JSON.parse(it.text())).toEqual({ v: 1, keys: { mdl_1: { v: 1, api: 'sync', blob: expect.any(String) } } });
    expect(statSync(it.file).mode & 0o777).toBe(0o600);
    const again = it.open();
    expect(again.has('mdl_1')).toBe(true);
    expect(await again.read('mdl_1', ORIGIN)).toBe(KEY);
    await again.remove('mdl_1');
    expect(JSON.parse(it.text()).keys).toEqual({});
  });

  it('are known to the redactor from the moment they are typed, and from the start of a run', async () => {
    const it = setUp();
    await it.book.put('mdl_1', stored, unasked);
    expect(it.learnt).toContain(KEY);
    it.learnt.length = 0;
    await it.open().learnAll();
    expect(it.learnt).toEqual([KEY]);
  });

  it('go to the address that they were stored for, and to no other', async () => {
    const it = setUp();
    await it.book.put('mdl_1', stored, unasked);
    const wrong = it.book.read('mdl_1', 'https://elsewhere.example');
    await expect(wrong).rejects.toMatchObject({ code: 'KEY_STORE_FAILED' });
    await expect(it.book.read('mdl_2', ORIGIN)).rejects.toThrow(/no stored key/);
  });

  it('are sealed anew when the system says so', async () => {
    const it = setUp();
    await it.book.put('mdl_1', stored, unasked);
    it.seal.isStale = true;
    it.seal.calls.length = 0;
    expect(await it.open().read('mdl_1', ORIGIN)).toBe(KEY);
    expect(it.seal.calls).toEqual(['open', 'isTrusted', 'seal']);
  });

  it('are asked for again, and kept, where the seal of another machine cannot be opened', async () => {
    const before = setUp();
    await before.book.put('mdl_1', stored, unasked);
    const text = before.text();
    const it = setUp({ file: before.file, seal: new ScriptedSeal(0x33) });
    await expect(it.book.read('mdl_1', ORIGIN)).rejects.toThrow(
      /cannot be opened on this machine. Add the model again/,
    );
    await it.book.learnAll();
    expect(it.log.lines).not.toEqual([]);
    expect(JSON.stringify(it.log.lines)).not.toContain(KEY);
    expect(it.text()).toBe(text);
  });

  it('ask the system nothing while there are none', async () => {
    const it = setUp();
    await it.book.learnAll();
    expect(it.seal.calls).toEqual([]);
  });

  it('say so when the key store refuses', async () => {
    const it = setUp();
    it.seal.broken = new Error('the key ring is locked');
    await expect(it.book.put('mdl_1', stored, unasked)).rejects.toThrow(/key ring is locked/);
    expect(it.book.has('mdl_1')).toBe(false);
  });
});

describe('keys without a key store', () => {
  it('are kept only by consent, and then as they are, in a file of the user alone', async () => {
    const it = setUp();
    it.seal.trusted = false;
    expect(await it.book.put('mdl_1', stored, unasked)).toBe('needs-consent');
    expect(it.book.has('mdl_1')).toBe(false);
    expect(await it.book.put('mdl_1', stored, { allowPlainText: true })).toBe('kept');
    expect(JSON.parse(it.text()).keys.mdl_1).toMatchObject({ api: 'plain' });
    expect(statSync(it.file).mode & 0o777).toBe(0o600);
    expect(await it.open().read('mdl_1', ORIGIN)).toBe(KEY);
  });
});

describe('keys.json', () => {
  it('keeps entries that this version does not know', async () => {
    const file = join(temporaryFolder(), 'keys.json');
    const newer = { v: 2, api: 'vault', handle: 'h' };
    writeFileSync(file, JSON.stringify({ v: 1, extra: true, keys: { mdl_9: newer } }));
    const it = setUp({ file });
    await it.book.put('mdl_1', stored, unasked);
    expect(JSON.parse(it.text())).toMatchObject({ extra: true, keys: { mdl_9: newer } });
    await expect(it.book.read('mdl_9', ORIGIN)).rejects.toMatchObject({ code: 'KEY_STORE_FAILED' });
  });

  it('is kept aside when it is damaged, before a new one is written', async () => {
    const file = join(temporaryFolder(), 'keys.json');
    writeFileSync(file, '{"keys":');
    const it = setUp({ file });
    await it.book.put('mdl_1', stored, unasked);
    expect(readdirSync(dirname(file)).toSorted()).toEqual(['keys.json', 'keys.json.corrupt-7']);
  });

  it('is never written through a link', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'keys.json');
    symlinkSync(join(folder, 'elsewhere.json'), file);
    await expect(setUp({ file }).book.put('mdl_1', stored, unasked)).rejects.toThrow(/is a link/);
    expect(readdirSync(folder)).toEqual(['keys.json']);
  });
});
