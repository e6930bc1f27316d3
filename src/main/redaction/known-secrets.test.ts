import { describe, expect, test } from 'vitest';
import { createKnownSecrets } from './known-secrets';
import { redactText } from './redact';

const secret = (at: number) => ['zq9', String(at).padStart(6, '0'), 'Kx'].join('');

describe('known secrets', () => {
  test('longest first, fixed and spotted, each once', () => {
    const known = createKnownSecrets(() => ['abcd-1234-efgh', secret(1)]);
    known.spot('abcd-1234-efgh-5678');
    known.spot(secret(1));
    expect(known.values()).toEqual(['abcd-1234-efgh-5678', 'abcd-1234-efgh', secret(1)]);
  });

  test('at most 256 spotted ones, the newest', () => {
    const known = createKnownSecrets();
    for (let at = 0; at < 300; at += 1) known.spot(secret(at));
    known.spot(secret(44));
    known.spot(secret(300));
    const values = known.values();
    expect(values).toHaveLength(256);
    expect(values).toContain(secret(44));
    expect(values).toContain(secret(300));
    expect(values).not.toContain(secret(45));
  });

  test.each([
    'short1',
    'password',
    'production',
    'correct horse',
    '/usr/local/bin',
    './run.sh',
    'C:\\Users\\ana',
    'https://example.com/a',
    'your-token-here',
    '<your token>',
    '$SOME_VARIABLE',
    'xxxxxxxxxxxx',
    '************',
    '12345678',
    'changeme123',
    'abcdef...wxyz',
  ])('refuses %s', (value) => {
    const known = createKnownSecrets(() => [value]);
    known.spot(value);
    expect(known.values()).toEqual([]);
  });

  test('the list is the same until something changes', () => {
    const fixed = [secret(1)];
    const known = createKnownSecrets(() => fixed);
    const before = known.values();
    expect(known.values()).toBe(before);
    fixed.push(secret(2));
    expect(known.values()).toContain(secret(2));
  });

  test('values are found bare, in JSON and in addresses', () => {
    const value = ['s&cr"t', '/päss', ' 99'].join('');
    const known = createKnownSecrets(() => [value]);
    for (const text of [`a${value}b`, JSON.stringify([value]), `https://x.test/?q=${encodeURIComponent(value)}`]) {
      const out = redactText(text, { known });
      expect(out.spans.map((span) => span.kind)).toEqual(['known']);
      expect(out.text).not.toContain('ss');
    }
  });
});
