import { describe, expect, it } from 'vitest';
import type { ApprovalSpan } from '../../../shared/schemas/approval';
import { commandParts, visible } from './command-parts';

const COMMAND = 'rm -rf a && curl -H "Bearer ***" x';
const span = (kind: ApprovalSpan['kind'], part: string, label: string): ApprovalSpan => {
  const start = COMMAND.indexOf(part);
  return { start, end: start + part.length, kind, label };
};

describe('the parts of a command', () => {
  it('mark reasons and stand chips for secrets, also inside a reason', () => {
    const spans = [
      span('reason', 'rm -rf a', 'Deletes'),
      span('reason', 'curl -H "Bearer ***"', 'Sends'),
      span('secret', '***', 'secret · token · a3f1'),
    ];
    expect(commandParts(COMMAND, spans)).toEqual([
      { text: 'rm -rf a', secret: null, reasons: ['Deletes'] },
      { text: ' && ', secret: null, reasons: [] },
      { text: 'curl -H "Bearer ', secret: null, reasons: ['Sends'] },
      { text: '***', secret: 'secret · token · a3f1', reasons: ['Sends'] },
      { text: '"', secret: null, reasons: ['Sends'] },
      { text: ' x', secret: null, reasons: [] },
    ]);
  });

  it('lose nothing, whatever the spans are', () => {
    const odd: readonly ApprovalSpan[] = [
      { start: 3, end: 2, kind: 'reason', label: 'backwards' },
      { start: 30, end: 999, kind: 'secret', label: 'outside' },
      { start: 0, end: COMMAND.length, kind: 'reason', label: 'all' },
      { start: 4, end: 9, kind: 'reason', label: 'one' },
      { start: 6, end: 12, kind: 'reason', label: 'over it' },
    ];
    const text = commandParts(COMMAND, odd).map((part) => part.text);
    expect(text.join('')).toBe(COMMAND);
    expect(commandParts('', [])).toEqual([]);
  });

  it('never split a secret', () => {
    const spans = [span('secret', 'Bearer ***', 's'), { start: 25, end: 30, kind: 'reason', label: 'r' } as const];
    const parts = commandParts(COMMAND, spans);
    expect(parts.filter(({ secret }) => secret !== null).map(({ text }) => text)).toEqual(['Bearer ***']);
  });
});

it('hidden characters are written out, line ends and tabs stay', () => {
  expect(visible('a\u202eb\u200b\u0007\n\tc')).toBe('a‹U+202E›b‹U+200B›‹U+0007›\n\tc');
});
