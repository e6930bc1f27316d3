import { describe, expect, test } from 'vitest';
import { fake, privateKey } from './fake-secrets.testing';
import { originOfOutput } from './output-context';
import { redactText } from './redact';
import { createEgress } from './redact-for-egress';

const masked = (text: string) => redactText(text).text;
const stays = (text: string) => expect(masked(text)).toBe(text);

describe('spec/processes 23, cases O', () => {
  test('case 254: a vendor key keeps six and four', () => {
    expect(masked(fake.openai)).toBe('sk-abc...7890');
    expect(masked(`key ${fake.openai}, then`)).toBe('key sk-abc...7890, then');
  });

  test('case 256: assignments keep their name and quotes', () => {
    expect(masked('OPENAI_API_KEY=abcdef')).toBe('OPENAI_API_KEY=***');
    expect(masked('X_SECRET="abcdef"')).toBe('X_SECRET="***"');
  });

  test('case 257: plain variables stay', () => {
    stays('PATH=/usr/bin');
    stays('EDITOR=vim');
  });

  test('case 258: a JSON field is masked and the JSON stays valid', () => {
    const out = masked('{"api_key": "abcd1234abcd1234abcd"}');
    expect(JSON.parse(out)).toEqual({ api_key: 'abcd12...abcd' });
    stays('{"name":"bo"}');
  });

  test('case 260: a bot token keeps its digits; a time stays', () => {
    expect(masked(`bot${fake.telegram}`)).toBe('bot123456789:***');
    expect(masked(`/bot${fake.telegram}/getMe`)).toBe('/bot123456789:***/getMe');
    stays('12:30:45');
  });

  test('case 261: a private key becomes one marker; public keys and certificates stay', () => {
    expect(masked(`before\n${privateKey}\nafter`)).toBe('before\n[private-key-removed]\nafter');
    stays(privateKey.replaceAll('RSA PRIVATE', 'PUBLIC'));
    stays(privateKey.replaceAll('RSA PRIVATE KEY', 'CERTIFICATE'));
  });

  test.each(['postgres', 'postgresql', 'mysql', 'mongodb+srv', 'redis', 'amqp'])('case 262: %s', (scheme) => {
    expect(masked(`${scheme}://ana:topsecret@db/app`)).toBe(`${scheme}://ana:***@db/app`);
    stays(`${scheme}://ana@db/app`);
    stays(`${scheme}://db/app`);
  });

  test('case 264: phone numbers', () => {
    expect(masked('+14155550123')).toBe('+141****0123');
    expect(masked('+1415555')).toBe('+1****55');
    stays('+12');
  });

  test('case 265: words that end like a prefix stay', () => {
    stays('task-list-of-things-to-do-today');
    stays('disk-usage-report-2024-05');
  });

  test('case 266: null, empty and numbers', () => {
    const { redactForEgress } = createEgress({});
    expect(redactForEgress(null)).toBe(null);
    expect(redactForEgress('')).toBe('');
    expect(redactForEgress(42)).toBe(42);
    expect(masked(String(42))).toBe('42');
  });

  test('case 268: a file read gets a marker that is no value', () => {
    const text = `TOKEN=${fake.opaque}\nNAME=bo`;
    expect(redactText(text, { masks: 'unusable' }).text).toBe('TOKEN=[redacted-secret]\nNAME=bo');
    expect(redactText(fake.github, { masks: 'unusable' }).text).toBe('[redacted-secret]');
  });

  test.each([
    'const key = getKey()',
    'token: string',
    'password = os.getenv("PW")',
    'SECRET=$MY_SECRET',
    'max_tokens=4096',
  ])('case 269: %s stays', stays);

  test('case 270: the same text from an environment is masked and from source is not', () => {
    const text = `db_password=${fake.word}`;
    for (const command of ['env', 'cat .env']) {
      expect(redactText(text, { origin: originOfOutput(command) }).text).toBe('db_password=***');
    }
    expect(redactText(text, { origin: originOfOutput('cat main.py') }).text).toBe(text);
  });

  test('case 272: a hidden character inside does not save it', () => {
    for (const hidden of ['\u200b', '\u2060', '\x1b[31m', '\x00', '\u009b31m', '\u202e']) {
      const split = fake.openai.slice(0, 9) + hidden + fake.openai.slice(9);
      expect(masked(`a ${split} b`)).toBe('a sk-abc...7890 b');
    }
    expect(masked(`pass\u200bword=${fake.word}`)).toBe('pass\u200bword=***');
    expect(masked(`\x1b[1m${fake.github}\x1b[0m`)).toBe('\x1b[1mghp_R2...r77x\x1b[0m');
  });

  test('case 273: masking a masked text changes nothing', () => {
    const texts = [
      fake.openai,
      'OPENAI_API_KEY=abcdef',
      'X_SECRET="abcdef"',
      '{"api_key": "abcd1234abcd1234abcd"}',
      `Authorization: Bearer ${fake.openai}`,
      `bot${fake.telegram}`,
      privateKey,
      'postgres://ana:topsecret@db/app',
      '+14155550123',
      '+1415555',
    ];
    for (const text of texts) {
      const once = masked(text);
      expect(once).not.toBe(text);
      expect(masked(once)).toBe(once);
    }
    expect(masked(`Authorization: Bearer ${fake.openai}`)).toBe('Authorization: Bearer sk-abc...7890');
  });

  test('case 274: a secret at the place of the cut leaves nothing that its mask does not show', () => {
    const secret = fake.opaque + fake.opaque;
    for (let behind = 1_960; behind <= 2_000; behind += 1) {
      const tail = masked(`${'x '.repeat(50)}DB_PASSWORD=${secret}${' y'.repeat(behind / 2)}`).slice(-2_000);
      for (let at = 0; at + 7 <= secret.length; at += 1) expect(tail).not.toContain(secret.slice(at, at + 7));
      const short = masked(`${'x '.repeat(50)}DB_PASSWORD=${fake.word}${' y'.repeat(behind / 2)}`).slice(-2_000);
      expect(short).not.toContain(fake.word.slice(0, 5));
    }
  });
});
