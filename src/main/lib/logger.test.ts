import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FakeClock } from '../../../tests/fakes/fake-clock';
import { temporaryFolder } from '../../../tests/fakes/temporary-folder';
import { AppError } from '../../shared/errors/app-error';
import { createFileLogger, type FileLoggerOptions } from './logger';

const SECRET = ['hunter', '2-is-the-password'].join('');
const clock = new FakeClock(Date.UTC(2026, 0, 2, 3, 4, 5, 6));
const mask = (text: string) => text.replaceAll(SECRET, '***').replace(/"token":"[^"]*"/, '"token":"***"');

function open(change: Partial<FileLoggerOptions> = {}) {
  const folder = temporaryFolder();
  const file = join(folder, 'talaria.log');
  const logger = createFileLogger({ file, level: 'info', clock, mask, ...change });
  onTestFinished(() => logger.dispose());
  const text = () => readFileSync(file, 'utf8');
  return {
    folder,
    file,
    logger,
    text,
    lines: () =>
      text()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
  };
}

describe('the log', () => {
  it('holds JSON lines with level, time, area and fields, in a private file', () => {
    const { logger, lines, file } = open();
    logger.info('started', { version: 1 });
    logger.child('store').warn('slow');
    expect(lines()).toEqual([
      { level: 'info', at: '2026-01-02T03:04:05.006Z', msg: 'started', version: 1 },
      { level: 'warn', at: '2026-01-02T03:04:05.006Z', area: 'store', msg: 'slow' },
    ]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('leaves out what is below its level', () => {
    const { logger, lines } = open({ level: 'warn' });
    logger.info('no');
    logger.debug('no');
    logger.error('yes');
    expect(lines().map((line) => line.msg)).toEqual(['yes']);
  });

  it('masks messages, fields, keys, errors and their causes, and values by their name', () => {
    const { logger, text, lines } = open();
    const cause = new Error(`cause ${SECRET}`);
    const error = new AppError('INTERNAL', `failed ${SECRET}`, { details: { value: SECRET }, cause });
    logger.info(`said ${SECRET}`, { plain: SECRET, deep: [{ [SECRET]: SECRET }], error });
    logger.info('named', { token: 'nobody-would-know' });
    logger.child(SECRET).info('area');
    expect(text()).not.toContain(SECRET);
    expect(text()).not.toContain('nobody-would-know');
    expect(lines()[0].error).toMatchObject({
      code: 'INTERNAL',
      message: 'failed ***',
      cause: { message: 'cause ***' },
    });
  });

  it('stays JSON where masking breaks a line', () => {
    const { logger, lines } = open({ mask: (text) => text.replace(/"msg".*/, '***') });
    logger.info('anything', { a: 1 });
    expect(lines()).toEqual([{ level: 'info', msg: expect.stringContaining('***') }]);
  });

  it('survives what cannot be written down', () => {
    const { logger, lines } = open();
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    logger.info('odd', { loop, big: 10n, missing: undefined, call: () => 1 });
    expect(lines()).toHaveLength(1);
  });

  it('is rotated by size and keeps a few files', () => {
    const { logger, folder, file } = open({ maxBytes: 1_000, maxFiles: 3 });
    for (let index = 0; index < 100; index++) logger.info(`line ${index}`);
    expect(readdirSync(folder).sort()).toEqual(
      ['talaria.log', 'talaria.log.1', 'talaria.log.2'].slice(existsSync(file) ? 0 : 1),
    );
    expect(statSync(`${file}.1`).size).toBeGreaterThanOrEqual(1_000);
    expect(statSync(`${file}.1`).size).toBeLessThan(1_200);
    expect(statSync(`${file}.2`).mode & 0o777).toBe(0o600);
  });

  it('never throws when the file cannot be written, and goes on when it can', () => {
    const { logger, folder, lines } = open();
    rmSync(folder, { recursive: true });
    logger.info('lost');
    mkdirSync(folder);
    logger.info('kept');
    expect(lines().map((line) => line.msg)).toEqual(['kept']);
  });
});
