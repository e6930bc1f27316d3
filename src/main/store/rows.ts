import type { z } from 'zod';
import { messageOf } from '../../shared/errors/app-error';
import type { Logger } from '../lib/logger';

/** What every repository is given beside the database. */
export interface RepositoryContext {
  readonly log: Logger;
  /** Hides secrets in a text before it is stored; `redactForEgress` in the product. */
  readonly mask: (text: string) => string;
}

/** Turns one stored row into what it stands for; throws when it does not fit. */
export type FromRow<T> = (row: unknown) => T;

/** A row's reader made of a schema of the columns and a schema of the thing. */
export function rowReader<Row, T>(
  columns: z.ZodType<Row>,
  schema: z.ZodType<T>,
  shape: (row: Row) => unknown,
): FromRow<T> {
  return (row) => schema.parse(shape(columns.parse(row)));
}

/** The rows that fit. One that does not (another program wrote it, the disk lied) is left out and logged, never fatal. */
export function readRows<T>(
  rows: readonly unknown[],
  fromRow: FromRow<T>,
  { log }: Pick<RepositoryContext, 'log'>,
): readonly T[] {
  return rows.flatMap((row) => {
    try {
      return [fromRow(row)];
    } catch (error) {
      log.warn('a stored row does not fit and was left out', { reason: messageOf(error) });
      return [];
    }
  });
}

/** The first row that fits, or null. */
export function readRow<T>(row: unknown, fromRow: FromRow<T>, context: Pick<RepositoryContext, 'log'>): T | null {
  return row === undefined ? null : (readRows([row], fromRow, context)[0] ?? null);
}

/** `mask` for a text that may be absent. */
export function maskOptional(text: string | null, mask: (text: string) => string): string | null {
  return text === null ? null : mask(text);
}
