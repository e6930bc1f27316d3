import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type AnswerSink, readAnswers } from './stdin-answers';

function setUp() {
  const input = new PassThrough();
  const log: unknown[] = [];
  const sink: AnswerSink = {
    answer: (answer) => {
      log.push(answer);
      return answer.requestId === 'late' ? 'nothing waits under late' : null;
    },
    ended: () => log.push('ended'),
    warn: (text) => log.push(`warn: ${text.slice(0, 24)}`),
  };
  const reader = readAnswers(input, sink);
  return { input, log, reader };
}

const idle = () => new Promise((resolve) => setImmediate(resolve));

describe('readAnswers', () => {
  it('reads answers cut at any point, and the last line without a newline', async () => {
    const { input, log, reader } = setUp();
    const text = '{"requestId":"a","choice":"once"}\r\n\n{"requestId":"b","choice":"deny","reason":"nö"}';
    const bytes = Buffer.from(text);
    for (const byte of bytes) input.write(Buffer.from([byte]));
    input.end();
    await idle();
    await idle();
    expect(log).toEqual([
      { requestId: 'a', choice: 'once' },
      { requestId: 'b', choice: 'deny', reason: 'nö' },
      'ended',
    ]);
    reader.dispose();
  });

  it('warns of bad lines and late answers, and goes on', async () => {
    const { input, log, reader } = setUp();
    input.write('yes\n{"requestId":"a","choice":"maybe"}\n{"requestId":"late","choice":"once"}\n');
    input.end();
    await idle();
    await idle();
    expect(log).toEqual([
      'warn: An answer was ignored: e',
      'warn: An answer was ignored: e',
      { requestId: 'late', choice: 'once' },
      'warn: nothing waits under late',
      'ended',
    ]);
    reader.dispose();
  });

  it('does not keep an endless line in memory', async () => {
    const { input, log, reader } = setUp();
    for (let i = 0; i < 20; i++) input.write('x'.repeat(10_000));
    input.write('\n');
    input.end();
    await idle();
    await idle();
    expect(log).toEqual(['warn: An answer of more than 6', 'ended']);
    reader.dispose();
  });
});
