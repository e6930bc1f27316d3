import { type Logger as PinoLogger, pino } from 'pino';
import { AppError } from '../../shared/errors/app-error';
import type { Clock } from '../../shared/lib/clock';
import type { Disposable } from '../../shared/lib/lifecycle';
import { RotatingFile } from './logger-file';

type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type LogFields = Readonly<Record<string, unknown>>;

/** The one way to write to the log. Never throws; every text is masked on its way to the file. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** The same log; its lines name the area. */
  child(area: string): Logger;
}

export interface FileLoggerOptions {
  readonly file: string;
  readonly level: LogLevel;
  readonly clock: Clock;
  /** `redactForEgress` in the product. */
  readonly mask: (text: string) => string;
  readonly maxBytes?: number;
  readonly maxFiles?: number;
}

const MAX_BYTES = 5 * 1024 * 1024;
const MAX_FILES = 3;
/** A log line is no place for a whole output; what is deeper or longer is cut. */
const MAX_DEPTH = 6;
const MAX_ITEMS = 100;

/** Writes JSON lines to `file` (0600, rotated by size: 5 MB, three files). Dispose it last: it closes the file. */
export function createFileLogger(options: FileLoggerOptions): Logger & Disposable {
  const { file, level, clock, mask, maxBytes = MAX_BYTES, maxFiles = MAX_FILES } = options;
  const output = new RotatingFile({ file, maxBytes, maxFiles });
  const root = pino(
    {
      level,
      base: null,
      timestamp: () => `,"at":"${new Date(clock.now()).toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line: string) => output.write(maskLine(line, mask)) },
  );
  return { ...wrap(root, mask), dispose: () => output.dispose() };
}

function wrap(target: PinoLogger, mask: (text: string) => string): Logger {
  const at =
    (level: LogLevel) =>
    (message: string, fields: LogFields = {}) => {
      if (target.isLevelEnabled(level)) target[level](maskDeep(fields, mask, 0), mask(message));
    };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: (area) => wrap(target.child({ area }), mask),
  };
}

/**
 * Second net, over the finished line: it sees names next to their values (`"token":"…"`), which the values alone do
 * not show. Where masking leaves no JSON, the masked text becomes the message of a new line.
 */
function maskLine(line: string, mask: (text: string) => string): string {
  const text = line.trimEnd();
  const masked = mask(text);
  if (masked === text) return line;
  return `${isJson(masked) ? masked : JSON.stringify({ level: 'info', msg: masked })}\n`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function maskDeep(value: unknown, mask: (text: string) => string, depth: number): unknown {
  if (typeof value === 'string') return mask(value);
  if (typeof value === 'bigint') return String(value);
  if (value === null || typeof value !== 'object') return value;
  if (depth >= MAX_DEPTH) return '(deeper)';
  if (value instanceof Error) return maskDeep(describeError(value), mask, depth);
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => maskDeep(item, mask, depth + 1));
  const entries = Object.entries(value).slice(0, MAX_ITEMS);
  return Object.fromEntries(entries.map(([key, item]) => [mask(key), maskDeep(item, mask, depth + 1)]));
}

function describeError(error: Error): Record<string, unknown> {
  return {
    type: error.name,
    message: error.message,
    ...(error instanceof AppError ? { code: error.code, details: error.details } : {}),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: error.cause }),
  };
}
