import { describe, expect, expectTypeOf, test } from 'vitest';
import type { Redacted } from '../../shared/lib/redacted';
import { fake, privateKey } from './fake-secrets.testing';
import { createKnownSecrets } from './known-secrets';
import type { KnownSecrets } from './ports';
import { createEgress, WITHHELD } from './redact-for-egress';

const { redactForEgress } = createEgress({});

describe('redactForEgress', () => {
  test('masks deep in plain data and keeps its shape', () => {
    const value = {
      type: 'tool.started',
      args: {
        command: `curl -H "Authorization: Bearer ${fake.opaque}" http://127.0.0.1:9`,
        background: true,
        retries: 3,
        none: null,
      },
      list: [`x ${fake.github}`, 7, false, undefined],
    };
    expect(redactForEgress(value)).toEqual({
      type: 'tool.started',
      args: {
        command: 'curl -H "Authorization: Bearer q9Xv2L...1Ns8" http://127.0.0.1:9',
        background: true,
        retries: 3,
        none: null,
      },
      list: ['x ghp_R2...r77x', 7, false, undefined],
    });
  });

  test('a key decides, whatever its value looks like', () => {
    expect(
      redactForEgress({
        password: 'x',
        apiKey: '$x y',
        client_secret: ['a', { deep: 'b' }],
        secrets: { name: 'bo' },
        passwordCount: 2,
        pin: 4096,
      }),
    ).toEqual({
      password: '***',
      apiKey: '***',
      client_secret: ['***', { deep: 'b' }],
      secrets: { name: 'bo' },
      passwordCount: 2,
      pin: 4096,
    });
    expect(redactForEgress({ Authorization: 'Bearer x', other: '' })).toEqual({
      Authorization: 'Bearer ***',
      other: '',
    });
    expect(
      redactForEgress([
        ['Authorization', 'Basic eA=='],
        ['Accept', '*/*'],
      ]),
    ).toEqual([
      ['Authorization', 'Basic ***'],
      ['Accept', '*/*'],
    ]);
    expect(redactForEgress({ name: 'DB_PASSWORD', value: 'x' })).toEqual({ name: 'DB_PASSWORD', value: '***' });
  });

  test('secrets in keys go too', () => {
    expect(redactForEgress({ [fake.github]: 1 })).toEqual({ 'ghp_R2...r77x': 1 });
  });

  test('is idempotent', () => {
    const value = {
      password: fake.opaque,
      text: `TOKEN=${fake.opaque} ${privateKey}`,
      Authorization: `Bearer ${fake.jwt}`,
    };
    const once = redactForEgress(value);
    expect(redactForEgress(once)).toEqual(once);
  });

  test('text that holds JSON stays JSON', () => {
    const nasty = ['a"b', 'c\\d', '\n', 'é', fake.word, '\u2028'].join('');
    const values = [
      { password: nasty, next: 1 },
      { command: `API_KEY='${fake.word}' run "x"`, cwd: '/home/ana' },
      { stdout: `password: ${fake.word}\nnext "x"\n`, key: privateKey },
      { args: JSON.stringify({ token: fake.opaque, authorization: `Bearer ${nasty}` }) },
      [`--password ${fake.word}`, `"quoted ${fake.jwt}"`],
    ];
    for (const value of values) {
      for (const text of [
        JSON.stringify(value),
        JSON.stringify(value, null, 2),
        JSON.stringify({ inner: JSON.stringify(value) }),
      ]) {
        const out = redactForEgress(text);
        expect(() => JSON.parse(out)).not.toThrow();
        expect(out).not.toContain(fake.word);
        expect(out).not.toContain(fake.opaque);
      }
    }
  });

  test('ids, times and numbers of ours pass unchanged', () => {
    const event = {
      type: 'process.exited',
      at: '2026-11-29T15:22:01.123Z',
      sessionId: 'ses_0123456789ab',
      processId: 'proc_fedcba987654',
      requestId: 'apr_00112233aabb',
      exitCode: null,
      reason: 'exited',
      tail: 'tick 1\ntick 2\ntick 3\n',
      key: 'recursive-delete',
    };
    expect(redactForEgress(event)).toEqual(event);
  });

  test('knows values by themselves', () => {
    const value = ['plain', 'Secret', 'words'].join('');
    const known = createKnownSecrets();
    const egress = createEgress({ known });
    expect(egress.redactForEgress(`echo ${value}1`)).toContain(value);
    known.spot(`${value}1`);
    expect(egress.redactForEgress({ out: [`echo ${value}1`] })).toEqual({ out: ['echo ***'] });
  });

  test('what cannot be checked is withheld', () => {
    const broken: KnownSecrets = {
      values() {
        throw new Error('the key store is gone');
      },
      spot() {},
    };
    expect(createEgress({ known: broken }).redactForEgress({ text: fake.github, n: 1 })).toEqual({ [WITHHELD]: 1 });
  });

  test('refuses what is no plain data', () => {
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    for (const value of [cycle, new Map(), new Date(), () => 1, [Symbol('x')]]) {
      expect(() => redactForEgress(value)).toThrow(TypeError);
    }
    const shared = { a: 1 };
    expect(redactForEgress([shared, shared])).toEqual([shared, shared]);
  });

  test('a dangerous key stays a key', () => {
    const out = redactForEgress(JSON.parse('{"__proto__":{"password":"x"}}'));
    expect(Object.keys(out)).toEqual(['__proto__']);
    expect(JSON.stringify(out)).toBe('{"__proto__":{"password":"***"}}');
  });

  test('sinks can ask for the redacted type', () => {
    const send = (event: Redacted<{ text: string }>) => event.text;
    expect(send(redactForEgress({ text: 'a' }))).toBe('a');
    expectTypeOf<{ text: string }>().not.toExtend<Redacted<{ text: string }>>();
    expectTypeOf(redactForEgress('a')).toExtend<string>();
  });
});
