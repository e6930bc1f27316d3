import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../tests/fakes/fake-clock';
import { type LogDisk, type LogFile, logDisk } from './log-disk';
import { LogRing, QUEUE_HIGH_BYTES, QUEUE_MAX_BYTES } from './log-ring';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'talaria-log-'));
  path = join(folder, 'logs', 'one');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function ringOf(options: { maxBytes?: number; disk?: LogDisk; clock?: FakeClock; onRoom?: () => void } = {}): LogRing {
  const { maxBytes = 1_000_000, disk = logDisk, clock = new FakeClock(), onRoom = () => {} } = options;
  return new LogRing({ path, maxBytes, clock, disk, onRoom });
}

/** A disk that takes what it is given by `write` and keeps nothing. */
function memoryDisk(write: (bytes: number) => Promise<number>): LogDisk {
  const file: LogFile = {
    write: (buffers) => write(buffers.reduce((sum, buffer) => sum + buffer.length, 0)),
    truncate: async () => {},
    close: async () => {},
  };
  return { create: async () => file, rename: async () => {} };
}

/** The real disk with one method changed. */
function diskWith(write: (file: LogFile, buffers: readonly Buffer[]) => Promise<number>): LogDisk {
  return {
    rename: logDisk.rename,
    async create(at) {
      const file = await logDisk.create(at);
      return {
        write: (buffers) => write(file, buffers),
        truncate: () => file.truncate(),
        close: () => file.close(),
      };
    },
  };
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}

describe('LogRing', () => {
  it('gathers many small chunks into few writes, and writes them although nothing more comes', async () => {
    const clock = new FakeClock();
    const writes: number[] = [];
    const ring = ringOf({
      clock,
      maxBytes: 8_000_000,
      disk: diskWith((file, buffers) => {
        writes.push(buffers.length);
        return file.write(buffers);
      }),
    });
    await ring.open();
    const chunks = Array.from({ length: 200 }, (_, i) => Buffer.alloc(1_000, 97 + (i % 26)));
    for (const chunk of chunks) ring.append(chunk);
    expect(writes).toEqual([]);
    await clock.advance(5);
    await expect.poll(() => statSync(`${path}.0`).size).toBe(200_000);
    expect(writes).toEqual([1]);
    await ring.close();
    expect(readFileSync(`${path}.0`)).toEqual(Buffer.concat(chunks));
  });

  it('holds every byte, private to the user', async () => {
    const ring = ringOf();
    await ring.open();
    const chunks = Array.from({ length: 200 }, (_, i) => randomBytes(i * 7));
    for (const chunk of chunks) ring.append(chunk);
    await ring.close();
    expect(readFileSync(`${path}.0`).equals(Buffer.concat(chunks))).toBe(true);
    expect(statSync(`${path}.0`).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'logs')).mode & 0o777).toBe(0o700);
    expect(ring.note).toBeNull();
  });

  it('keeps the newest bytes in two segments that never grow beyond their half', async () => {
    const ring = ringOf({ maxBytes: 2_000 });
    await ring.open();
    const all = randomBytes(7_300);
    for (let at = 0; at < all.length; at += 170) ring.append(all.subarray(at, at + 170));
    await ring.close();
    const [older, newest] = [readFileSync(`${path}.1`), readFileSync(`${path}.0`)];
    expect(older.length).toBe(1_000);
    expect(newest.length).toBe(300);
    expect(Buffer.concat([older, newest]).equals(all.subarray(all.length - 1_300))).toBe(true);
  });

  it('does not write through a link that waits in its place', async () => {
    const target = join(folder, 'precious');
    writeFileSync(target, 'precious');
    path = join(folder, 'one');
    symlinkSync(target, `${path}.0`);
    const ring = ringOf();
    await ring.open();
    ring.append(Buffer.from('output'));
    await ring.close();
    expect(readFileSync(target, 'utf8')).toBe('precious');
    expect(readFileSync(`${path}.0`, 'utf8')).toBe('output');
  });

  it('goes on after short writes without losing a byte', async () => {
    const ring = ringOf({ disk: diskWith((file, [first]) => file.write([Buffer.from(first ?? '').subarray(0, 3)])) });
    await ring.open();
    ring.append(Buffer.from('0123456789'));
    ring.append(Buffer.from('abc'));
    await ring.close();
    expect(readFileSync(`${path}.0`, 'utf8')).toBe('0123456789abc');
  });

  it.each([
    ['ENOSPC', 'the disk is full'],
    ['EIO', 'the disk reported an error'],
  ])('turns itself off with one note on %s', async (code, words) => {
    const ring = ringOf({ disk: diskWith(() => Promise.reject(failure(code))) });
    await ring.open();
    ring.append(Buffer.from('one'));
    await ring.close();
    ring.append(Buffer.from('two'));
    expect(ring.note).toBe(`Its log could not be written (${words}), so it ends after 0 bytes.`);
  });

  it('says so when it cannot be created, and takes output all the same', async () => {
    writeFileSync(join(folder, 'logs'), 'a file where the folder should be');
    const ring = ringOf();
    await ring.open();
    ring.append(Buffer.from('output'));
    await ring.close();
    expect(ring.note).toContain('Its log could not be written');
  });

  it('is crowded while the disk is slow, and tells when there is room again', async () => {
    let letGo: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let rooms = 0;
    const disk = diskWith(async (file, buffers) => {
      await gate;
      return file.write(buffers);
    });
    const ring = ringOf({ disk, maxBytes: 1 << 30, onRoom: () => rooms++ });
    await ring.open();
    for (let i = 0; i < 2 * (QUEUE_HIGH_BYTES / 1_048_576) + 4; i++) ring.append(Buffer.alloc(1_048_576));
    expect(ring.isCrowded).toBe(true);
    expect(rooms).toBe(0);
    letGo();
    await ring.close();
    expect(ring.isCrowded).toBe(false);
    expect(rooms).toBeGreaterThan(0);
  });

  it('gives up rather than hold more than 64 MiB for a terminal that cannot be paused', async () => {
    const ring = ringOf({ disk: memoryDisk(() => new Promise(() => {})), maxBytes: 1 << 30 });
    await ring.open();
    const block = Buffer.alloc(8 * 1_048_576);
    for (let bytes = 0; bytes <= QUEUE_MAX_BYTES + 2 * block.length; bytes += block.length) ring.append(block);
    expect(ring.note).toContain('the disk is slower than the program');
  });

  it('keeps one earlier and the newest segment when it is rewritten too fast for a minute', async () => {
    const clock = new FakeClock();
    const renames: string[] = [];
    const disk = { ...memoryDisk(async (bytes) => bytes), rename: async (from: string) => void renames.push(from) };
    const ring = ringOf({ maxBytes: 4_000_000, clock, disk });
    await ring.open();
    const block = Buffer.alloc(2_000_000);
    for (let i = 0; i < 800; i++) {
      ring.append(block);
      await clock.advance(90);
    }
    const renamesInAMinute = 60_000 / 90;
    expect(renames.length).toBeGreaterThan(renamesInAMinute - 10);
    expect(renames.length).toBeLessThan(renamesInAMinute + 10);
    await ring.close();
    expect(ring.note).toContain('more than 20 MB a second');
  });
});
