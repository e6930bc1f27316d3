import type { ErrorCode } from './codes';

export interface AppErrorOptions {
  /** Plain data about the failure, for logs and tests. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/**
 * A failure that somebody can act on: a stable code, and a message that says what was wrong and what to do.
 * Outcomes (an exit code, a denial, a stop) are data, not AppErrors; bugs are ordinary errors.
 */
export class AppError extends Error {
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: AppErrorOptions = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.details = options.details ?? {};
  }
}

/** The text of anything that was thrown, for wrapping into an AppError's cause or details. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
