import { describe, expect, it } from 'vitest';
import { readPassedFlags } from './given-flags';

describe('readPassedFlags', () => {
  it('reads a JSON array of texts', () => {
    expect(readPassedFlags('["--prompt","say \\"hi\\""]')).toEqual(['--prompt', 'say "hi"']);
    expect(readPassedFlags('[]')).toEqual([]);
  });

  it.each(['', '--json', '"--json"', '{"0":"--json"}', '["--size",3]', 'null'])('refuses %j', (text) => {
    expect(readPassedFlags(text)).toBeNull();
  });
});
