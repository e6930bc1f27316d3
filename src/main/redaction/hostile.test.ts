import { expect, test } from 'vitest';
import { redactText } from './redact';

/** Repeated, each of these once made, or could make, some rule look at the same text again and again. */
const UNITS: readonly string[] = [
  'a',
  '\\',
  '"',
  '{',
  '\u200b',
  '\x1b[',
  'token=',
  'password="',
  "password='token=",
  'token="\\"',
  '-key',
  'secret-',
  'password  ',
  '"name":"password","value',
  'key=(',
  'ask-',
  ' sk-',
  'ABSK',
  'eyJ',
  'a://',
  'https://a:b',
  '-----BEGIN RSA PRIVATE KEY-----\n',
  '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n',
  'Bearer ',
  'Authorization: ',
  'Authorization: Digest ',
  'Cookie: a=',
  ' -u',
  'curl -u ',
  'ssh curl -u a:b ',
  'mysql -p',
  'login a ',
  'set -x a',
  'npm set ',
  'IDENTIFIED WITH a ',
  'algolia ',
  'algolia=',
  '+1',
  '.aaaaaa.',
  '1:a',
  'a~',
  'aQ~',
  '.aaaaaaaaaaaaaaaa',
  '&key=',
  'hooks.slack.com/services/',
  '<@1',
  'API_KEY=a,',
];

const LITTLE = 1 << 14;
const MUCH = 1 << 17;

/** Processor time in milliseconds, the best of some: other work on the machine does not count. */
function cost(text: string): number {
  const times = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage();
    redactText(text);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}

test.each(UNITS)('time grows with the length, not faster: %j', { timeout: 60_000 }, (unit) => {
  const text = unit.repeat(Math.ceil(MUCH / unit.length));
  const little = Math.max(cost(text.slice(0, LITTLE)), 3);
  expect(cost(text) / little).toBeLessThan((MUCH / LITTLE) * 3);
});
