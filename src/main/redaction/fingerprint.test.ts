import { expect, test } from 'vitest';
import { createFingerprint } from './fingerprint';

const key = (fill: number) => new Uint8Array(32).fill(fill);

test('four hex digits, the same for the same secret, others under another key', () => {
  const fingerprint = createFingerprint(key(1));
  expect(fingerprint('one')).toMatch(/^[0-9a-f]{4}$/);
  expect(fingerprint('one')).toBe(fingerprint('one'));
  expect(fingerprint('one')).not.toBe(fingerprint('two'));
  expect(fingerprint('one')).not.toBe(createFingerprint(key(2))('one'));
});

test('it is the beginning of an HMAC-SHA-256', () => {
  // RFC 4231, test case 1, whose key is 20 bytes of 0x0b.
  expect(createFingerprint(new Uint8Array(20).fill(0x0b))('Hi There')).toBe('b034');
});

test('a key that is too short is a bug', () => {
  expect(() => createFingerprint(new Uint8Array(8))).toThrow(RangeError);
});
