import { describe, expect, it } from 'vitest';
import { isLink, sessionOfLink } from './link';

describe('sessionOfLink', () => {
  it.each(['talaria://session/ses_0123456789ab', 'talaria://session/ses_0123456789ab/'])('knows %s', (link) => {
    expect(sessionOfLink(link)).toBe('ses_0123456789ab');
  });

  it.each([
    'talaria://session/ses_0123456789AB',
    'talaria://session/ses_0123456789ab?prompt=rm',
    'talaria://session/ses_0123456789ab#x',
    'talaria://session/ses_0123456789ab/../x',
    'talaria://session/../../etc',
    'talaria://run/ses_0123456789ab',
    'talaria:session/ses_0123456789ab',
    'https://session/ses_0123456789ab',
    'talaria://session/ses_0123456789ab\n--prompt',
    `talaria://session/${'x'.repeat(5_000)}`,
    '',
  ])('refuses %j', (link) => {
    expect(sessionOfLink(link)).toBeNull();
  });

  it('tells links from other arguments', () => {
    expect([isLink('talaria://x'), isLink('TALARIA:x'), isLink('--prompt'), isLink('x talaria:')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
