import { z } from 'zod';
import { AppError, messageOf } from './app-error';
import { type ErrorCode, errorCodes } from './codes';

const codes = Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]];

export const WireError = z.strictObject({ code: z.enum(codes), message: z.string() });
export type WireError = z.infer<typeof WireError>;

/** What may cross a border of an error: code and message. Everything that is no AppError is INTERNAL. */
export function toWireError(error: unknown): WireError {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  return { code: 'INTERNAL', message: messageOf(error) };
}

export function fromWireError(wire: WireError): AppError {
  return new AppError(wire.code, wire.message);
}

/** The answer to a call over a border: never a thrown error. */
export type Reply<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: WireError };
