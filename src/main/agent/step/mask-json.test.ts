import { describe, expect, it } from 'vitest';
import { SECRET } from '../../../../tests/fakes/agent-bench';
import { jsonOrText, maskJson } from './mask-json';

describe('maskJson', () => {
  const mask = (text: string) => text.replaceAll(SECRET, '***');

  it.each([
    [`{"key": "${SECRET}", "n": [1, null]}`, '{"key": "***", "n": [1, null]}'],
    [`no JSON: ${SECRET}`, 'no JSON: ***'],
    ['{"half": ', '{"half": '],
    ['', ''],
  ])('of %j is %j', (text, masked) => {
    expect(maskJson(text, mask)).toBe(masked);
  });

  it('stays JSON when the mask of the whole text would break it', () => {
    const greedy = (text: string) => text.replace(new RegExp(`${SECRET}.*`), '***');
    const text = JSON.stringify({ list: [{ [SECRET]: `${SECRET} x` }, true], after: 1 });
    expect(maskJson(text, greedy)).toBe('{"list":[{"***":"***"},true],"after":1}');
  });
});

describe('jsonOrText', () => {
  it.each([
    ['{"a":[1]}', { a: [1] }],
    ['null', null],
    ['plain', 'plain'],
    ['{"a":', '{"a":'],
  ])('of %j is %j', (text, value) => {
    expect(jsonOrText(text)).toEqual(value);
  });
});
