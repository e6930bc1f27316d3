import { createTwoFilesPatch } from 'diff';
import { describe, expect, it } from 'vitest';
import { countChanges, diffLines } from './diff-lines';

describe('the lines of a difference', () => {
  it('are numbered on either side, headers left out', () => {
    const diff = createTwoFilesPatch('a', 'a', 'one\ntwo\n--- x\nfour', 'one\nTWO\n--- x\nfour\nfive\n');
    expect(diffLines(diff).map(({ kind, text, old, new: now }) => `${kind} ${old}/${now} ${text}`)).toEqual([
      'place null/null Line 1',
      'same 1/1 one',
      'removed 2/null two',
      'added null/2 TWO',
      'same 3/3 --- x',
      'removed 4/null four',
      'added null/4 four',
      'added null/5 five',
    ]);
    expect(countChanges(diff)).toEqual({ added: 3, removed: 2 });
  });

  it('are none in a text that is no difference', () => {
    expect(diffLines('The difference is too large to show.')).toEqual([]);
    expect(countChanges('Only masked values differ.')).toBeNull();
  });
});
