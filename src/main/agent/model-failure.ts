import type { AppError } from '../../shared/errors/app-error';
import type { ErrorLayer } from '../../shared/errors/codes';
import type { ModelFailureFacts } from './ports';

/** Thrown by a Model's stream: an AppError with the layer that failed and what a retry could do. */
export class ModelFailure extends Error implements ModelFailureFacts {
  readonly error: AppError;
  readonly layer: ErrorLayer;
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;

  constructor(facts: ModelFailureFacts) {
    super(facts.error.message, { cause: facts.error });
    this.name = 'ModelFailure';
    this.error = facts.error;
    this.layer = facts.layer;
    this.retryable = facts.retryable;
    this.retryAfterMs = facts.retryAfterMs;
  }
}
