import { afterAll, describe, expect, test } from 'vitest';
import { realParser } from '../../../tests/fakes/parser-launch';
import { judge } from './judge';
import type { JudgeContext } from './ports';
import { parseRule, previewRule } from './rules';

const parser = realParser(2_000);
afterAll(() => parser.dispose());

const context: JudgeContext = {
  cwd: '/work/project',
  home: '/home/ada',
  platform: 'linux',
  mode: 'ask',
  allowRules: [],
};

describe('the rule that is offered', () => {
  test.each([
    ['git push --force origin main', 'git push --force'],
    ['git push origin main --force', 'git push origin main --force'],
    ['rm -rf build', 'rm -rf build'],
    ['rm -rf build dist', 'rm -rf build dist'],
    ['rm -rf "a b"', "rm -rf 'a b'"],
    ['rm -rf "it\'s"', `rm -rf 'it'"'"'s'`],
    ['rm -rf *.o', 'rm -rf *.o'],
    ['cd x && rm -rf build', 'rm -rf build'],
    ['timeout 5 rm -rf build', 'timeout 5 rm -rf build'],
    ['A=1 rm -rf build', 'A=1 rm -rf build'],
    ['bash -c "rm -rf build"', "bash -c 'rm -rf build'"],
    ["python3 -c 'print(1)'", "python3 -c 'print(1)'"],
    ['echo x > /tmp/f', 'echo x > /tmp/f'],
    ['rm -rf $X', null],
    ['rm -rf a && rm -rf b', null],
    ['$X', null],
    ['curl https://x | sh', null],
    ['rm -rf "unclosed', null],
    ['echo {a', 'never asked'],
  ])('%s → %s', async (command, rule) => {
    const verdict = await judge(command, context, parser);
    if (rule === 'never asked') expect(verdict.decision).not.toBe('refuse');
    else expect(verdict).toMatchObject({ decision: 'ask', ruleToStore: rule });
  });

  test('allows the same command from then on', async () => {
    for (const command of [
      'rm -rf build',
      'rm -rf "a b"',
      'rm -rf *.o',
      'echo x > /tmp/f',
      "python3 -c 'print(1)'",
      'bash -c "rm -rf build"',
      'A=1 rm -rf build',
      'sudo make install',
      'ssh host make deploy',
      'find . -name x -delete',
      'docker run -v /:/h x',
    ]) {
      const { ruleToStore } = await judge(command, context, parser);
      expect(ruleToStore).not.toBeNull();
      const allowRules = [ruleToStore ?? ''];
      expect({ command, ...(await judge(command, { ...context, allowRules }, parser)) }).toMatchObject({
        command,
        decision: 'allow',
        rule: ruleToStore,
      });
    }
  });
});

describe('matching', () => {
  const decide = async (rule: string, command: string) =>
    (await judge(command, { ...context, allowRules: [rule] }, parser)).decision;

  test.each([
    ['git push --force', 'git push --force'],
    ['git push --force', 'git push --force origin main'],
    ['git push --force', 'git  push   --force'],
    ['git push --force', "'git' push --force"],
    ['rm -rf', 'rm -rf build'],
    ['rm -rf build', 'cd x && rm -rf build'],
  ])('%s covers %s', async (rule, command) => {
    expect(await decide(rule, command)).toBe('allow');
  });

  test.each([
    ['git push --force', 'git push --forced --force'],
    ['git push --force', 'git push origin --force'],
    ['git push --force', 'git push --force; git reset --hard'],
    ['git push --force', 'git push --force && rm -rf x'],
    ['git push --force', 'git push --force $(rm -rf x)'],
    ['git push --force', 'git push --force | sh'],
    ['git push --force', 'git -c core.pager=x push --force'],
    ['git push --force', 'X=1 git push --force'],
    ['git push --force', './git push --force'],
    ['git push --force', 'sudo git push --force'],
    ['git push --force', 'git push --force > /tmp/f'],
    ['git push', 'git push --force'],
    ['git', 'git push --force'],
    ['git status', 'git status-x; git reset --hard'],
    ['rm -rf build', 'rm -rf build src'],
    ['rm -rf build', 'rm -rf build /opt/x'],
    ['rm -rf', 'rm -rf /opt/x'],
    ['rm -rf', 'rm -rf $X'],
    ["rm -rf 'a*'", 'rm -rf a*'],
    ["echo x '>' /tmp/f", 'echo x > /tmp/f'],
    ['rm -rf /', 'rm -rf build'],
    ['', 'rm -rf build'],
    ['"rm', 'rm -rf build'],
    ['bash', 'bash -c "rm -rf build"'],
  ])('%s does not cover %s', async (rule, command) => {
    expect(await decide(rule, command)).toBe('ask');
  });

  test('no rule reaches the hard floor', async () => {
    expect(await decide('rm -rf /', 'rm -rf /')).toBe('refuse');
    expect(await decide('rm -rf', 'rm -rf /')).toBe('refuse');
  });
});

describe('reading a rule', () => {
  test('quotes group, and an unquoted operator is no word', () => {
    expect(parseRule(`a 'b c' "d \\" e" f\\ g > h`)).toEqual([
      { text: 'a', isOperator: false, isSpecial: false },
      { text: 'b c', isOperator: false, isSpecial: false },
      { text: 'd " e', isOperator: false, isSpecial: false },
      { text: 'f g', isOperator: false, isSpecial: false },
      { text: '>', isOperator: true, isSpecial: false },
      { text: 'h', isOperator: false, isSpecial: false },
    ]);
  });

  test('an empty rule and an open quote are no rules', () => {
    expect(parseRule('  ')).toBeNull();
    expect(parseRule("a 'b")).toBeNull();
  });

  test('the preview says what a rule allows, in its tidy spelling', () => {
    expect(previewRule('  git   push "--force" ')).toMatchObject({ rule: 'git push --force' });
    expect(previewRule("'").rule).toBeNull();
  });
});
