import type Database from 'better-sqlite3';
import { translateFailure } from './sqlite-failure';

type Value = string | number | null | Uint8Array;
/** Named parameters: `@name` in the SQL. */
export type Params = Readonly<Record<string, Value>>;

interface ReadStatement {
  get(params?: Params): unknown;
  all(params?: Params): unknown[];
}

interface WriteStatement {
  /** The number of rows that changed. */
  run(params?: Params): number;
}

/**
 * A database as a reader has it: nothing that it offers can change a row. The private handle makes the type its own, so
 * that no look-alike passes for it. Failures are AppErrors (STORE_CORRUPT, STORE_WRITE_FAILED).
 */
export class ReadableDatabase {
  constructor(
    protected readonly _handle: Database.Database,
    /** Told of every failure before it is thrown. */
    private readonly _onFailure: (error: unknown) => void,
  ) {}

  /** Prepares a statement that only reads; throws at once for one that could write. */
  read(sql: string): ReadStatement {
    const statement = this._guard(() => this._handle.prepare(sql));
    if (!statement.readonly || !statement.reader) throw new Error(`not a reading statement: ${sql}`);
    return {
      get: (params = {}) => this._guard(() => statement.get(params)),
      all: (params = {}) => this._guard(() => statement.all(params)),
    };
  }

  protected _guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      this._onFailure(error);
      throw translateFailure(error);
    }
  }
}

/** The one writer's view. A write outside a transaction, and a transaction, is durable when it returns. */
export class WritableDatabase extends ReadableDatabase {
  write(sql: string): WriteStatement {
    const statement = this._guard(() => this._handle.prepare(sql));
    return { run: (params = {}) => this._guard(() => statement.run(params).changes) };
  }

  /** All of `work` or nothing of it; `work` must not wait. A transaction inside another joins it. */
  transaction<T>(work: () => T): T {
    return this._guard(() => this._handle.transaction(work).immediate());
  }
}
