import { existsSync, readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, test } from 'vitest';
import { launchParser, parserFiles, realParser } from '../../../tests/fakes/parser-launch';
import type { SyntaxNode } from '../approvals/ports';
import { systemClock } from '../lib/system-clock';
import { CommandParserWorker } from './command-parser-worker';

const parsers: CommandParserWorker[] = [];

function parser(limitMs?: number): CommandParserWorker {
  const made = realParser(limitMs);
  parsers.push(made);
  return made;
}

afterEach(() => {
  for (const made of parsers.splice(0)) made.dispose();
});

function shape(node: SyntaxNode): string {
  const inner = node.children.filter((child) => child.named).map(shape);
  return inner.length === 0 ? node.type : `${node.type}(${inner.join(' ')})`;
}

describe('the command parser', () => {
  test('turns a command into plain nodes with UTF-16 offsets', async () => {
    const command = 'echo "😀" | wc -c';
    const result = await parser(2_000).parse(command);
    if (!result.ok) throw new Error(result.why);
    expect(shape(result.root)).toBe(
      'program(pipeline(command(command_name(word) string(string_content)) command(command_name(word) word)))',
    );
    const second = result.root.children[0]?.children[2];
    expect(command.slice(second?.start, second?.end)).toBe('wc -c');
  });

  test('a chain of 300 commands is one flat list', async () => {
    const result = await parser(2_000).parse(Array(300).fill('ls').join(' && '));
    if (!result.ok) throw new Error(result.why);
    expect(result.root.children[0]?.children.filter((child) => child.type === 'command')).toHaveLength(300);
  });

  test.each([
    ['too-long', 'x'.repeat(4_097)],
    ['syntax', 'echo "unclosed'],
    ['syntax', '{rm,-rf,x}'],
    ['too-deep', `${'$('.repeat(60)}ls${')'.repeat(60)}`],
  ])('answers %s as data', async (why, command) => {
    expect(await parser(2_000).parse(command)).toEqual({ ok: false, why });
  });

  test('answers in order when many ask at once', async () => {
    const one = parser(2_000);
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => one.parse(`echo ${'x'.repeat(i)}`)));
    expect(answers.map((answer) => (answer.ok ? answer.root.end : -1))).toEqual(answers.map((_, i) => 5 + i));
  });

  test('a parse that overruns the limit is a timeout, and the next command finds a fresh worker', async () => {
    let launches = 0;
    const one = new CommandParserWorker({
      launch: (files) => {
        launches += 1;
        return launches === 1 ? stuckWorker() : launchParser(files);
      },
      files: parserFiles,
      clock: systemClock,
      limitMs: 200,
    });
    parsers.push(one);
    expect(await one.parse('a '.repeat(300))).toEqual({ ok: false, why: 'timeout' });
    expect((await one.parse('ls')).ok).toBe(true);
    expect(launches).toBe(2);
  });

  test('a short command gets a second try, in a fresh worker', async () => {
    let launches = 0;
    const one = new CommandParserWorker({
      launch: (files) => (++launches === 1 ? stuckWorker() : launchParser(files)),
      files: parserFiles,
      clock: systemClock,
      limitMs: 200,
    });
    parsers.push(one);
    expect((await one.parse('ls')).ok).toBe(true);
  });

  test('a worker that dies is an answer too', async () => {
    const one = new CommandParserWorker({
      launch: () => new Worker('process.exit(3)', { eval: true }),
      files: parserFiles,
      clock: systemClock,
    });
    parsers.push(one);
    expect(await one.parse('ls')).toEqual({ ok: false, why: 'crashed' });
  });

  test('disposing answers what waits, and later calls', async () => {
    const one = parser();
    const waiting = one.parse('ls');
    one.dispose();
    expect(await waiting).toEqual({ ok: false, why: 'crashed' });
    expect(await one.parse('ls')).toEqual({ ok: false, why: 'crashed' });
  });
});

describe('hostile input', () => {
  const shapes = [
    'a|',
    '<<a ',
    'a=(',
    '$(',
    '{',
    '((',
    'if ',
    '`',
    '"$(',
    '<<a\n',
    '[[',
    'a;',
    '!',
    '${a',
    '(',
    'case x in ',
    '<(',
  ];

  test.each(shapes)('%j repeated never hangs and never throws', async (piece) => {
    const one = parser();
    for (const length of [500, 2_000, 4_096]) {
      const command = piece.repeat(Math.floor(length / piece.length));
      const result = await one.parse(command);
      if (result.ok) expect(result.root.end).toBeLessThanOrEqual(command.length);
    }
    expect((await parser(2_000).parse('ls -la')).ok).toBe(true);
  });

  test.skipIf(!existsSync('../shared/corpora/commands.txt'))(
    'the everyday corpus parses, but for a few lines',
    async () => {
      const one = parser(2_000);
      const lines = readFileSync('../shared/corpora/commands.txt', 'utf8').split('\n').filter(Boolean);
      const results = await Promise.all(lines.map((line) => one.parse(line)));
      expect(results.filter((result) => !result.ok).length).toBeLessThan(lines.length * 0.01);
    },
  );
});

function stuckWorker(): Worker {
  const code = `const { parentPort } = require('node:worker_threads');
    parentPort.on('message', ({ id }) => { parentPort.postMessage({ kind: 'begun', id }); for (;;) {} });
    parentPort.postMessage({ kind: 'ready' });`;
  return new Worker(code, { eval: true });
}
