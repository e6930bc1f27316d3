import { describe, expect, it } from 'vitest';
import { networkFailure } from './network-failure';

const target = { host: 'models.example', model: 'm', apiKey: null };

/** As fetch throws it: the code is on the cause. */
function fetchError(code: string): Error {
  return new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) });
}

describe('a connection that was not made', () => {
  it.each<[string, boolean, RegExp]>([
    ['ECONNREFUSED', true, /Nothing answers at models\.example/],
    ['ENOTFOUND', true, /was not found/],
    ['EAI_AGAIN', true, /was not found/],
    ['UND_ERR_CONNECT_TIMEOUT', true, /in time/],
    ['ECONNRESET', true, /closed the connection without an answer/],
    ['UND_ERR_SOCKET', true, /closed the connection without an answer/],
    ['EHOSTUNREACH', true, /could not be reached/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', true, /http instead of https/],
    ['CERT_HAS_EXPIRED', false, /certificate is not trusted/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', false, /certificate is not trusted/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', false, /certificate is not trusted/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', false, /certificate is not trusted/],
  ])('%s: worth a retry %s', (code, retryable, words) => {
    const failure = networkFailure(target, fetchError(code));
    expect(failure).toMatchObject({ layer: 'network', retryable, retryAfterMs: null });
    expect(failure.error.code).toBe('MODEL_NETWORK');
    expect(failure.message).toMatch(words);
    expect(failure.message).toContain(`(${code})`);
  });

  it('says the general thing when there is no code, and does not follow a ring of causes for ever', () => {
    const ring = new Error('a');
    ring.cause = ring;
    expect(networkFailure(target, ring).message).toMatch(/models\.example could not be reached/);
    expect(networkFailure(target, 'text').layer).toBe('network');
  });
});
