import fc from 'fast-check';
import { fake, privateKey } from './fake-secrets.testing';

const secrets = fc.constantFrom(...Object.values(fake), '$TOKEN', 'short', '***', 'abcdef...wxyz');
const name = fc.constantFrom(
  'API_KEY',
  'password',
  'token',
  'client_secret',
  'authToken',
  'key',
  'DB_PASS',
  'path',
  'algolia_key',
);
const quote = fc.constantFrom('', '"', "'", '\\"', '`');
const space = fc.constantFrom(' ', '\n', '\t', '  ', '\r\n', ' \\\n', '');
const sign = fc.constantFrom('=', ': ', ':', ' = ', ' => ', ' ');

const assignment = fc
  .tuple(fc.constantFrom('', '--', '-', 'export ', '{"', '<'), name, sign, quote, secrets, quote)
  .map((parts) => parts.join(''));
const header = fc
  .tuple(
    quote,
    fc.constantFrom('Authorization', 'cookie', 'X-Api-Key'),
    sign,
    fc.constantFrom('Bearer ', 'Basic ', 'Digest ', 'sid=', ''),
    secrets,
    quote,
  )
  .map((parts) => parts.join(''));
const address = fc
  .tuple(
    fc.constantFrom('https', 'postgres', 'mongodb+srv'),
    fc.constantFrom('ana:', '', ':'),
    secrets,
    fc.constantFrom('@', '/', '?key='),
  )
  .map(([scheme, user, secret, end]) => `${scheme}://${user}${secret}${end}db/app`);
const command = fc
  .tuple(
    fc.constantFrom('mysql -uroot -p', 'curl -u ana:', 'sshpass -p ', 'docker login -p ', 'login ana password '),
    quote,
    secrets,
    quote,
  )
  .map((parts) => parts.join(''));
const noise = fc.constantFrom(
  'the key idea',
  'deploy',
  '+14155550123',
  '<@12345678901234567>',
  '\u200b',
  '\x1b[31m',
  '{',
  '}',
  ',',
  ';',
  '&',
  '"',
  "'",
  '\\',
  '=',
  ':',
  '-----BEGIN RSA PRIVATE KEY-----',
  'Bearer',
  'value',
);

/** Texts full of secrets, near misses, quotes and cuts. */
export const hostileTexts: fc.Arbitrary<string> = fc
  .array(fc.oneof(assignment, header, address, command, noise, secrets, space, fc.constant(privateKey)), {
    minLength: 1,
    maxLength: 8,
  })
  .chain((parts) =>
    fc
      .array(space, { minLength: parts.length, maxLength: parts.length })
      .map((spaces) => parts.map((part, at) => part + (spaces[at] ?? '')).join('')),
  );
