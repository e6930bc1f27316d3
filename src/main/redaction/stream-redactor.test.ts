import { describe, expect, test } from 'vitest';
import { fake, privateKey } from './fake-secrets.testing';
import { createKnownSecrets } from './known-secrets';
import { type RedactOptions, redactText } from './redact';
import { createStreamRedactor } from './stream-redactor';

function streamed(chunks: readonly string[], options: RedactOptions = {}): string {
  const stream = createStreamRedactor(options);
  return chunks.map((chunk) => stream.push(chunk)).join('') + stream.end();
}

/** What has come out after each push. */
function released(chunks: readonly string[]): string {
  const stream = createStreamRedactor();
  return chunks.map((chunk) => stream.push(chunk)).join('');
}

const TEXTS: readonly string[] = [
  ...Object.values(fake).map((secret) => `see ${secret}, and go on`),
  `export API_KEY="${fake.word} ${fake.word}" && deploy --token ${fake.opaque} --now`,
  JSON.stringify({ args: JSON.stringify({ Authorization: `Bearer ${fake.openai}`, note: 'a "b"' }) }),
  `curl -u ana:${fake.word} https://example.com && mysql -uroot -p${fake.word} app`,
  `Cookie: sid=${fake.opaque}; theme=dark\r\nNext: 1`,
  `Authorization: Digest username="ana", response="${fake.opaque}"\nNext`,
  `postgres://ana:${fake.word}@db/app?sslmode=require`,
  `https://example.com/cb?code=${fake.opaque}&state=1`,
  `machine example.com login ana password ${fake.word}\nnext`,
  `CREATE USER ana IDENTIFIED BY '${fake.word}';`,
  `- name: DB_PASSWORD\n  value: ${fake.word}\n- name: PORT`,
  `<add key="Password" value="${fake.word}" />`,
  `<password>${fake.word}</password>`,
  `key \x1b[31m${fake.github}\x1b[0m and s\u200bk${fake.openai.slice(2)}.`,
  'call +14155550123 or <@12345678901234567> now',
  'the key idea: a token is a word; password prompts ask once. 12:30:45',
  `algolia_admin = '${'1rq5sljljptog4yvnqza'}mya2w0m840wh'`,
  `PASS=x \\\n  --password \\\n  ${fake.word} \\\n  --next`,
];

describe('a stream equals the whole', () => {
  test.each(TEXTS)('cut in two at every place: %j', (text) => {
    const whole = redactText(text).text;
    for (let at = 0; at <= text.length; at += 1) expect(streamed([text.slice(0, at), text.slice(at)])).toBe(whole);
  });

  test.each(TEXTS)('one character at a time: %j', (text) => {
    expect(streamed([...text])).toBe(redactText(text).text);
    expect(streamed(text.split(''))).toBe(redactText(text).text);
  });

  test('a private key, cut at every place', () => {
    const text = `a\n${privateKey}\nb`;
    for (let at = 0; at <= text.length; at += 1) {
      expect(streamed([text.slice(0, at), text.slice(at)])).toBe('a\n[private-key-removed]\nb');
    }
  });

  test('known values, cut at every place', () => {
    const value = ['blue', 'Horse', '7 stable'].join('-');
    const known = createKnownSecrets(() => [value, `${value}-long`]);
    const text = `x ${value}-lon ${value}-long ${value}`;
    const whole = redactText(text, { known }).text;
    expect(whole).not.toContain(value);
    for (let at = 0; at <= text.length; at += 1)
      expect(streamed([text.slice(0, at), text.slice(at)], { known })).toBe(whole);
  });
});

describe('what is held back', () => {
  test('a sentence flows word by word', () => {
    expect(released(['The key idea is', ' that tokens are wor'])).toBe('The key idea is that tokens are ');
    expect(released(['Set the password with care, then go on'])).toBe('Set the password with care, then go ');
    expect(released(['Use curl to fetch the page and git to '])).toBe('Use curl to fetch the page and git to ');
  });

  test('a name waits for its value, and no longer', () => {
    expect(released(['run with PASSWORD='])).toBe('run with ');
    expect(released([`run with PASSWORD=${fake.word}`])).toBe('run with ');
    expect(released([`run with PASSWORD=${fake.word} now `])).toBe('run with PASSWORD=*** now ');
  });

  test('never more than 64 Ki characters, however long a value grows', () => {
    const stream = createStreamRedactor();
    let given = 0;
    let out = stream.push('password="');
    for (let push = 0; push < 200; push += 1) {
      out += stream.push('abcdefgh '.repeat(100));
      given += 900;
    }
    expect(given).toBeGreaterThan(2 * 65_536);
    out += stream.push('" and more text ');
    expect(out).toBe('password="***" and more text ');
    expect(stream.end()).toBe('');
  });

  test.each([
    ['quoted', `password="${'a b'.repeat(40_000)}" tail`],
    ['bare', `DB_PASSWORD=${'aB3'.repeat(40_000)} tail`],
    ['by its shape', `${fake.github}${'aB3'.repeat(40_000)} tail`],
  ])('a value beyond the limit becomes three stars, its end is found: %s', (_, text) => {
    const out = redactText(text).text;
    expect(out).toMatch(/^(?:password="\*{3}"|DB_PASSWORD=\*{3}|\*{3}) tail$/);
    for (const size of [1_000, 4_096, 50_000]) {
      const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
        text.slice(at * size, (at + 1) * size),
      );
      expect(streamed(chunks)).toBe(out);
    }
  });

  test('a long text without blanks flows too', () => {
    const stream = createStreamRedactor();
    let out = '';
    for (let push = 0; push < 100; push += 1) out += stream.push('x'.repeat(1_000));
    expect(out.length).toBeGreaterThan(98_000);
    expect(out + stream.end()).toBe('x'.repeat(100_000));
  });
});
