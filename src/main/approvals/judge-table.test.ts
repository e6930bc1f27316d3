import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { realParser } from '../../../tests/fakes/parser-launch';
import { judge } from './judge';
import type { JudgeContext } from './ports';

const parser = realParser(2_000);
afterAll(() => parser.dispose());

const context: JudgeContext = {
  cwd: '/work/project',
  home: '/home/ada',
  platform: 'linux',
  mode: 'ask',
  allowRules: [],
};

const file = new URL('../../../tests/fixtures/approvals/judge-table.txt', import.meta.url);
const rows = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [, decision = '', rule = '', text = ''] = /^(\S+) {2,}(\S+) {2,}(.*)$/.exec(line) ?? [];
    return { decision, rule, command: readCommand(text) };
  });

function readCommand(text: string): string {
  if (!/^"(?:\\.|[^"\\])*"$/.test(text)) return text;
  return String(JSON.parse(text));
}

describe('command → verdict → rule', () => {
  test('the table is large enough to mean something', () => {
    expect(rows.length).toBeGreaterThan(200);
    expect(rows.every((row) => row.command !== '')).toBe(true);
  });

  test.each(rows)('$decision $rule: $command', async ({ decision, rule, command }) => {
    const verdict = await judge(command, context, parser);
    expect({ decision: verdict.decision, rule: verdict.rule ?? '-' }).toEqual({ decision, rule });
  });
});
