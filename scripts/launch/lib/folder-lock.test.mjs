import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { startBackground } from '../testing/background.mjs';
import { tempFolder } from '../testing/temp-folder.mjs';
import { withLock } from './folder-lock.mjs';
import { identifyProcess } from './process-identity.mjs';

const HOLDER = fileURLToPath(new URL('../testing/hold-lock.mjs', import.meta.url));

/** @param {number[]} [waited] receives the owners that were waited for */
function how(waited = []) {
  return { signal: new AbortController().signal, onWait: (/** @type {number} */ pid) => waited.push(pid) };
}

/** @param {string} lock @param {unknown} owner */
function plantLock(lock, owner) {
  mkdirSync(lock, { recursive: true });
  writeFileSync(path.join(lock, 'owner.json'), JSON.stringify(owner));
}

describe('withLock', () => {
  it('gives the lock back after success and after failure', async () => {
    const lock = path.join(tempFolder(), 'new', 'lock');
    expect(await withLock(lock, how(), async () => existsSync(lock))).toBe(true);
    await expect(withLock(lock, how(), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(readdirSync(path.dirname(lock))).toEqual([]);
  });

  it('lets one process at a time in', async () => {
    const folder = tempFolder();
    const log = path.join(folder, 'log');
    const runs = Array.from({ length: 6 }, () =>
      startBackground(process.execPath, [HOLDER, path.join(folder, 'lock'), log], {}),
    );
    expect(await Promise.all(runs.map(({ exitCode }) => exitCode))).toEqual([0, 0, 0, 0, 0, 0]);
    const lines = readFileSync(log, 'utf8').trim().split('\n');
    expect(lines).toHaveLength(12);
    for (let at = 0; at < lines.length; at += 2) expect(lines[at + 1]).toBe(lines[at]?.replace('in', 'out'));
  });

  it('says once for whom it waits', async () => {
    const lock = path.join(tempFolder(), 'lock');
    /** @type {number[]} */
    const waited = [];
    /** @type {Promise<string> | undefined} */
    let second;
    await withLock(lock, how(), async () => {
      second = withLock(lock, how(waited), async () => 'second');
      await new Promise((resolve) => setTimeout(resolve, 700));
    });
    expect(await second).toBe('second');
    expect(waited).toEqual([process.pid]);
  });

  it.each([
    ['of a process that is gone', { pid: 4_000_000, started: 'x' }],
    ['of a pid that belongs to another process by now', { ...identifyProcess(process.pid), started: 'earlier' }],
    ['without a readable owner', 'nonsense'],
  ])('breaks a lock %s', async (_what, owner) => {
    const lock = path.join(tempFolder(), 'lock');
    plantLock(lock, owner);
    expect(await withLock(lock, how(), async () => 'mine')).toBe('mine');
    expect(readdirSync(path.dirname(lock))).toEqual([]);
  });

  it('lets one of many break a dead lock', async () => {
    const folder = tempFolder();
    const log = path.join(folder, 'log');
    plantLock(path.join(folder, 'lock'), { pid: 4_000_000, started: 'x' });
    const runs = Array.from({ length: 6 }, () =>
      startBackground(process.execPath, [HOLDER, path.join(folder, 'lock'), log], {}),
    );
    expect(await Promise.all(runs.map(({ exitCode }) => exitCode))).toEqual([0, 0, 0, 0, 0, 0]);
    const lines = readFileSync(log, 'utf8').trim().split('\n');
    for (let at = 0; at < lines.length; at += 2) expect(lines[at + 1]).toBe(lines[at]?.replace('in', 'out'));
  });

  it('gives up after its limit, and at once when told to stop', async () => {
    const lock = path.join(tempFolder(), 'lock');
    plantLock(lock, identifyProcess(process.pid));
    await expect(withLock(lock, { ...how(), limitMs: 100 }, async () => 1)).rejects.toMatchObject({ code: 'LOCKED' });
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('stop')), 100);
    await expect(withLock(lock, { ...how(), signal: stop.signal }, async () => 1)).rejects.toThrow();
    expect(existsSync(lock), 'it belongs to somebody else').toBe(true);
  });
});
