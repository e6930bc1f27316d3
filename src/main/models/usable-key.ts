import { AppError } from '../../shared/errors/app-error';
import type { BaseUrl } from './openai-compatible/base-url';

/**
 * A key as a header can carry it; null for a blank one. It never goes unencrypted to another machine. `place` says
 * where it comes from, at the start of a sentence. Throws BAD_INPUT.
 */
export function usableKey(key: string | undefined, address: BaseUrl, place: string): string | null {
  const trimmed = key?.trim() ?? '';
  if (trimmed === '') return null;
  if (!/^[\x21-\x7e]+$/.test(trimmed)) {
    throw new AppError('BAD_INPUT', `${place} holds characters that no key has, such as a space or an umlaut.`);
  }
  if (!address.isLoopback && !address.isEncrypted) {
    throw new AppError(
      'BAD_INPUT',
      `${place} would travel unencrypted to ${address.host}. Use an address that begins with https, or leave the key out.`,
    );
  }
  return trimmed;
}
