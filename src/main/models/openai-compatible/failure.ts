import { AppError } from '../../../shared/errors/app-error';
import type { ErrorCode, ErrorLayer } from '../../../shared/errors/codes';
import { ModelFailure } from '../../agent/model-failure';

interface Prospects {
  readonly retryable?: boolean;
  readonly retryAfterMs?: number | null;
  readonly cause?: unknown;
}

/** One failure of a model's answer; not worth a retry unless it says so. */
export function failure(layer: ErrorLayer, code: ErrorCode, message: string, prospects: Prospects = {}): ModelFailure {
  return new ModelFailure({
    error: new AppError(code, message, { cause: prospects.cause }),
    layer,
    retryable: prospects.retryable ?? false,
    retryAfterMs: prospects.retryAfterMs ?? null,
  });
}
