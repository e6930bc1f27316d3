import { createHmac } from 'node:crypto';

/** Four hex digits that tell two secrets apart on this machine and say nothing of them elsewhere. */
export type Fingerprint = (secret: string) => string;

/** Fingerprints under the key of this installation (design 3): HMAC-SHA-256, its first four hex digits. */
export function createFingerprint(key: Uint8Array): Fingerprint {
  if (key.length < 16) throw new RangeError('a fingerprint key has at least 16 bytes');
  return (secret) => createHmac('sha256', key).update(secret, 'utf8').digest('hex').slice(0, 4);
}
