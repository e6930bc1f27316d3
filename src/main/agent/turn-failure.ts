import { AppError, messageOf } from '../../shared/errors/app-error';
import type { TurnFailure } from './loop-types';
import { ModelFailure } from './model-failure';

/** Thrown where the transcript could not be read or written, so that the turn can name the layer. */
export class StoreFailure extends Error {
  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
    this.name = 'StoreFailure';
  }
}

/** Runs one call of the store; whatever it throws becomes a StoreFailure. */
export function inStore<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw new StoreFailure(error);
  }
}

/** What a turn tells of anything that was thrown: a model names its layer, everything unknown is internal. */
export function turnFailureOf(error: unknown): TurnFailure {
  if (error instanceof ModelFailure) {
    return { code: error.error.code, message: error.error.message, layer: error.layer };
  }
  if (error instanceof StoreFailure) return storeFailureOf(error.cause);
  if (error instanceof AppError) return { code: error.code, message: error.message, layer: 'internal' };
  return { code: 'INTERNAL', message: `Something went wrong inside Talaria: ${messageOf(error)}`, layer: 'internal' };
}

function storeFailureOf(cause: unknown): TurnFailure {
  if (cause instanceof AppError) return { code: cause.code, message: cause.message, layer: 'store' };
  const message = `The conversation could not be saved: ${messageOf(cause)}`;
  return { code: 'STORE_WRITE_FAILED', message, layer: 'store' };
}
