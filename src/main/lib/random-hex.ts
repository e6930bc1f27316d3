import { randomBytes } from 'node:crypto';
import type { RandomHex } from '../../shared/lib/ids';

/** Cryptographically random lower-case hex digits. */
export const randomHex: RandomHex = (count) =>
  randomBytes(Math.ceil(count / 2))
    .toString('hex')
    .slice(0, count);
