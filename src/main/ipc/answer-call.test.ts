import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ipcCalls } from '../../shared/contract/ipc-calls';
import { AppError } from '../../shared/errors/app-error';
import type { Redacted } from '../../shared/lib/redacted';
import { answerCall } from './answer-call';
import type { IpcHandlers } from './ports';
import { isOurPage, isOurUrl } from './sender-guard';

const fail = async () => {
  throw new AppError('NOT_FOUND', 'No such thing.');
};
const handlers = {
  ...Object.fromEntries(Object.keys(ipcCalls).map((name) => [name, fail])),
  'sessions.list': async () => [],
  'approvals.list': async () => ['wrong shape'],
  'processes.list': async () => {
    throw new Error('boom');
  },
} as unknown as IpcHandlers;

const logged: unknown[] = [];
const ports = {
  handlers,
  redactForEgress: <T>(value: T) =>
    JSON.parse(JSON.stringify(value).replaceAll('boom', '***')) as unknown as Redacted<T>,
  logFailure: (name: string) => logged.push(name),
};
const call = (name: unknown, input: unknown = {}) => answerCall(ports, { name, input }, { senderId: 1 });

describe('answerCall', () => {
  it('answers a good call', async () => {
    expect(await call('sessions.list')).toEqual({ ok: true, value: [] });
  });

  it.each(['__proto__', 'constructor', 'toString', 'nope', 42, null, undefined, {}])(
    'knows no call %j',
    async (name) => {
      expect(await call(name)).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } });
    },
  );

  it('names the field of a bad input', async () => {
    expect(await call('sessions.send', { sessionId: 'x', text: 'hi' })).toMatchObject({
      ok: false,
      error: { code: 'BAD_INPUT', message: expect.stringContaining('sessionId') },
    });
  });

  it('refuses fields that are not in the contract', async () => {
    expect(await call('sessions.list', { extra: 1 })).toMatchObject({ ok: false, error: { code: 'BAD_INPUT' } });
  });

  it('turns bugs into INTERNAL, masked and logged', async () => {
    expect(await call('processes.list')).toEqual({ ok: false, error: { code: 'INTERNAL', message: '***' } });
    expect(await call('approvals.list')).toMatchObject({ ok: false, error: { code: 'INTERNAL' } });
    expect(logged).toEqual(['processes.list', 'approvals.list']);
  });

  it('gives a coded error to whatever is thrown at it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), fc.constantFrom(...Object.keys(ipcCalls)), async (input, name) => {
        const reply = await call(name, input);
        if (!reply.ok) expect(reply.error.code).toMatch(/^[A-Z_]+$/);
      }),
      { numRuns: 300 },
    );
  });
});

describe('sender guard', () => {
  it('lets only the main frame of our own origin in', () => {
    expect(isOurPage({ senderFrame: { url: 'app://talaria/index.html', parent: null } })).toBe(true);
    expect(isOurPage({ senderFrame: { url: 'app://talaria/index.html', parent: {} } })).toBe(false);
    expect(isOurPage({ senderFrame: null })).toBe(false);
  });

  it.each(['https://talaria/', 'app://talaria.evil/', 'app://evil/talaria', 'file:///x', 'about:blank', '', 'app:'])(
    'refuses %s',
    (url) => {
      expect(isOurUrl(url)).toBe(false);
    },
  );
});
