import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fake } from './fake-secrets.testing';
import { redactText } from './redact';

const corpora = fileURLToPath(new URL('../../../../shared/corpora/', import.meta.url));

/** Ways in which people and programs write a secret down; each names it, so that its shape need not. */
const CONTEXTS: Readonly<Record<string, (secret: string) => string>> = {
  flag: (secret) => `deploy --api-key ${shellWord(secret)} --region eu-west-1`,
  header: (secret) => `curl -s -H "Authorization: Bearer ${secret}" https://api.example.com/v1/items`,
  environment: (secret) => `export SERVICE_API_KEY=${shellWord(secret)}`,
  json: (secret) => JSON.stringify({ name: 'billing', apiKey: secret, retries: 3 }),
  yaml: (secret) => `service:\n  client_secret: '${secret}'\n  region: eu\n`,
  'json in json': (secret) => JSON.stringify({ arguments: JSON.stringify({ access_token: secret, page: 2 }) }),
};

/** Ways in which a secret stands without a name: its own shape must tell. */
const BARE_CONTEXTS: Readonly<Record<string, (secret: string) => string>> = {
  'log line': (secret) => `2026-01-01T10:00:00Z WARN request with ${secret} was refused`,
  coloured: (secret) => `\x1b[33m${secret}\x1b[0m`,
  list: (secret) => `["${secret}","next"]`,
  'escaped line': (secret) => JSON.stringify(`first\n${secret}\nlast`),
  argument: (secret) => `./run.sh ${secret} && echo ok`,
};

function shellWord(secret: string): string {
  return /^[\w@%+=:,./-]+$/.test(secret) ? secret : `'${secret}'`;
}

/** True if more of a secret is left than its mask shows. */
function leaks(secret: string, out: string): boolean {
  const shown = secret.length < 18 ? 4 : 7;
  for (let at = 0; at + shown <= secret.length; at += 1) if (out.includes(secret.slice(at, at + shown))) return true;
  return false;
}

/** An address is secret behind its host only. */
function ownPart(secret: string): string {
  return secret.replace(/^(?:https:\/\/[^/]+\/\w+\/|\w+\/services\/)/, '');
}

function missesOf(
  secrets: readonly (readonly [string, string])[],
  contexts: Readonly<Record<string, (secret: string) => string>>,
): string[] {
  return secrets.flatMap(([rule, secret]) =>
    Object.entries(contexts)
      .filter(([, write]) => leaks(secret, redactText(write(secret)).text))
      .map(([context]) => `${rule} as ${context}`),
  );
}

describe('our own secrets', () => {
  const own = Object.entries(fake);

  test('none is missed where it is named', () => {
    expect(missesOf(own, CONTEXTS)).toEqual([]);
  });

  test('none that tells by its shape is missed where it is not', () => {
    const isShaped = ([rule]: readonly [string, string]) => !['word', 'opaque', 'telegram'].includes(rule);
    const shaped = own.filter(isShaped);
    expect(missesOf(shaped, BARE_CONTEXTS)).toEqual([]);
  });
});

const Shapes = z.array(z.object({ rule: z.string(), textBase64: z.string(), secretBase64: z.string() }));

describe.skipIf(!existsSync(`${corpora}secret-shapes.json`))('the corpus of shapes', () => {
  const read = (text: string) => Buffer.from(text, 'base64').toString('utf8');
  const load = () =>
    Shapes.parse(JSON.parse(readFileSync(`${corpora}secret-shapes.json`, 'utf8'))).map((shape) => ({
      rule: shape.rule,
      text: read(shape.textBase64),
      secret: read(shape.secretBase64),
    }));

  test('as given, at least 0.98 are found', () => {
    const shapes = load();
    const misses = shapes
      .filter(({ text, secret }) => leaks(ownPart(secret), redactText(text).text))
      .map(({ rule }) => rule);
    expect(misses.length / shapes.length, misses.join(', ')).toBeLessThanOrEqual(0.02);
  });

  test('in contexts that name them, at least 0.98 are found', () => {
    const secrets = load().map(({ rule, secret }) => [rule, secret] as const);
    const misses = missesOf(secrets, CONTEXTS);
    expect(misses.length / (secrets.length * Object.keys(CONTEXTS).length), misses.join('\n')).toBeLessThanOrEqual(
      0.02,
    );
  });

  test('those that tell by their own shape are found without a name', () => {
    const shaped = load().filter(
      ({ text, secret }) => text.replace(/["';\\nr`]+$/, '') === secret.replace(/["';\\nr`]+$/, ''),
    );
    const misses = missesOf(
      shaped.map(({ rule, secret }) => [rule, secret] as const),
      BARE_CONTEXTS,
    );
    expect(misses.length / (shaped.length * Object.keys(BARE_CONTEXTS).length), misses.join('\n')).toBeLessThanOrEqual(
      0.05,
    );
  });
});
