import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { collectingLogger } from '../../../tests/fakes/collecting-logger';
import { temporaryFolder } from '../../../tests/fakes/temporary-folder';
import { loadInstallKey } from './install-key';

it('is made once: 32 bytes in a file of the user alone', () => {
  const file = join(temporaryFolder(), 'install.key');
  const log = collectingLogger();
  const key = loadInstallKey(file, randomBytes, log);
  expect(key).toHaveLength(32);
  expect(readFileSync(file)).toEqual(Buffer.from(key));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  chmodSync(file, 0o644);
  expect(Buffer.from(loadInstallKey(file, randomBytes, log))).toEqual(Buffer.from(key));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(log.lines).toEqual([]);
});

it('is made anew when half of it is there', () => {
  const file = join(temporaryFolder(), 'install.key');
  writeFileSync(file, 'short');
  expect(loadInstallKey(file, randomBytes, collectingLogger())).toHaveLength(32);
  expect(statSync(file).size).toBe(32);
});

it('holds for this run where it cannot be kept, and the log says so', () => {
  const log = collectingLogger();
  expect(loadInstallKey(join(temporaryFolder(), 'nowhere', 'install.key'), randomBytes, log)).toHaveLength(32);
  expect(log.lines).toHaveLength(1);
});
