/** What a short secret becomes; also what every secret becomes whose ends may not be shown. */
export const SHORT_MASK = '***';

/** Stands where a whole private key stood. */
export const PRIVATE_KEY_MARKER = '[private-key-removed]';

/** For text that a model may write back to disk: a mask that nobody takes for a value (spec/processes 23.1). */
export const UNUSABLE_MARKER = '[redacted-secret]';

const SHOWN_FROM = 18;
const HEAD = 6;
const TAIL = 4;
const SAFE_ENDS = /^[\x21\x23-\x26\x28-\x5b\x5d-\x5f\x61-\x7e]+$/;
const MASKED =
  /^(?:\*{3,}|\+?\d{1,3}\*{4}\d{2,4}|[\x21-\x7e]{6}\.\.\.[\x21-\x7e]{4}|\[private-key-removed\]|\[redacted-secret\])$/;

/**
 * The mask of a secret (spec/processes 23.1): below 18 characters `***`, else the first 6, `...`, the last 4.
 * Quotes, backslashes and characters beyond ASCII at the ends give `***`, so that quoted text and JSON stay whole.
 */
export function maskSecret(secret: string): string {
  if (secret.length < SHOWN_FROM || secret.includes('\\')) return SHORT_MASK;
  const head = secret.slice(0, HEAD);
  const tail = secret.slice(-TAIL);
  return SAFE_ENDS.test(head) && SAFE_ENDS.test(tail) ? `${head}...${tail}` : SHORT_MASK;
}

/** True for what a mask looks like: masking it again would change a text that is already clean. */
export function isMasked(value: string): boolean {
  return MASKED.test(value);
}
