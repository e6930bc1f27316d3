import { describe, expect, it } from 'vitest';
import { egressMask } from '../../../tests/fakes/tool-bench';
import { maskPage } from './masked-page';

const lines = Array.from({ length: 20 }, (_, i) => `MIIE${String(i).repeat(60)}`.slice(0, 64));
const key = ['-----BEGIN RSA ' + 'PRIVATE KEY-----', ...lines, '-----END RSA PRIVATE KEY-----'];
const log = ['one', 'two', ...key, 'after 1', 'after 2'];
const text = (from: number, to: number) =>
  log
    .slice(from, to)
    .map((line) => `${line}\n`)
    .join('');

describe('maskPage', () => {
  it('gives the page alone where nothing is masked', () => {
    expect(maskPage({ lead: 'a\nb\n', page: 'c\nd' }, egressMask)).toBe('c\nd');
  });

  it('keeps its place where a line before it is masked', () => {
    const secret = `API_TOKEN=${'abcd1234'.repeat(4)}\n`;
    expect(maskPage({ lead: secret, page: 'c\nd\n' }, egressMask)).toBe('c\nd\n');
  });

  it('case 274: no page shows the middle of a key that began before it', () => {
    for (let from = 0; from < log.length; from += 1) {
      for (const to of [from + 1, from + 5, log.length]) {
        const shown = maskPage({ lead: text(0, from), page: text(from, to) }, egressMask);
        expect(shown).not.toContain('MIIE');
        if (to >= log.length) expect(shown).toContain('after 2');
      }
    }
  });
});
