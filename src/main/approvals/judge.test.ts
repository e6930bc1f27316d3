import { existsSync, readFileSync } from 'node:fs';
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

describe('reasons', () => {
  test('point at the words that decide', async () => {
    const command = 'ls && git push origin main --force';
    const { reasons } = await judge(command, context, parser);
    expect(reasons.map(({ family, span }) => [family, span && command.slice(span.start, span.end)])).toEqual([
      ['git-force-push', 'git push origin main --force'],
    ]);
  });

  test('every command that asks has its own', async () => {
    const { reasons } = await judge('rm -rf a; chmod 777 b | git reset --hard', context, parser);
    expect(reasons.map((reason) => reason.family)).toEqual(['recursive-delete', 'world-writable', 'git-discard']);
  });

  test('of code in a string point at the string', async () => {
    const command = 'bash -lc "cd x && rm -rf y"';
    const { reasons } = await judge(command, context, parser);
    expect(reasons.map(({ span }) => span && command.slice(span.start, span.end))).toEqual(['"cd x && rm -rf y"']);
  });
});

describe('case 230: the same command in other clothes', () => {
  test.each([
    'rm\\\n -rf x',
    "r''m -rf x",
    `rm$${'{IFS}'}-rf x`,
    'ｒｍ -rf x',
    '\\rm -rf x',
    'r\u001b[0mm -rf x',
    'r\u200bm -rf x',
    'r\0m -rf x',
    'rm$IFS-rf x',
  ])('%j asks as a recursive delete', async (command) => {
    const verdict = await judge(command, context, parser);
    expect(verdict.decision).toBe('ask');
    expect(verdict.reasons.map((reason) => reason.family)).toContain('recursive-delete');
  });
});

describe('flags of decision 12', () => {
  test.each([
    ['echo "unclosed', true],
    ['ls \u202e', true],
    ['a'.repeat(5_000), true],
    ['rm -rf x', false],
  ])('%j', async (command, flagged) => {
    expect(await judge(command, context, parser)).toMatchObject({ decision: 'ask', flagged });
  });
});

describe('modes', () => {
  test('off allows all but the hard floor, also in text that cannot be parsed', async () => {
    const off: JudgeContext = { ...context, mode: 'off' };
    expect(await judge('rm -rf build', off, parser)).toMatchObject({ decision: 'allow', rule: 'mode-off' });
    expect(await judge('echo "x; rm -rf /', off, parser)).toMatchObject({ decision: 'refuse' });
    expect(await judge(`${'# pad\n'.repeat(1_000)}sudo rm -rf /`, off, parser)).toMatchObject({ decision: 'refuse' });
    expect(await judge(`${'# pad\n'.repeat(1_000)}:(){ :|:& };:`, off, parser)).toMatchObject({ decision: 'refuse' });
    expect(await judge('x'.repeat(20_000), off, parser)).toMatchObject({ decision: 'ask' });
  });

  test('ask-all-but-reads asks for everything outside the table', async () => {
    const strict: JudgeContext = { ...context, mode: 'ask-all-but-reads' };
    expect(await judge('ls | wc -l', strict, parser)).toMatchObject({ decision: 'allow' });
    for (const command of [
      'npm test',
      'sed -i s/a/b/ f',
      'echo x > f',
      'git commit -m x',
      './ls',
      'touch a',
      'FOO=1 ls',
    ]) {
      expect({ command, ...(await judge(command, strict, parser)) }).toMatchObject({ command, decision: 'ask' });
    }
  });
});

describe('anchor pain 18: nothing rides on an allowed command', () => {
  const joiners = [
    (risky: string) => `ls; ${risky}`,
    (risky: string) => `ls && ${risky}`,
    (risky: string) => `ls || ${risky}`,
    (risky: string) => `ls | ${risky}`,
    (risky: string) => `ls & ${risky}`,
    (risky: string) => `ls\n${risky}`,
    (risky: string) => `ls $(${risky})`,
    (risky: string) => `ls \`${risky}\``,
    (risky: string) => `ls <(${risky})`,
    (risky: string) => `cat <<< "$(${risky})"`,
    (risky: string) => `ls > >(${risky})`,
    (risky: string) => `X=$(${risky}) ls`,
    (risky: string) => `echo "\${X:-$(${risky})}"`,
    (risky: string) => `ls > out$(${risky})`,
    (risky: string) => `[ -n "$(${risky})" ] && ls`,
    (risky: string) => `echo $(( $(${risky}) + 1 ))`,
    (risky: string) => `a=(x $(${risky}))`,
    (risky: string) => `for f in $(${risky}); do ls; done`,
    (risky: string) => `case $(${risky}) in x) ls;; esac`,
    (risky: string) => `export A=$(${risky})`,
    (risky: string) => `f() { ${risky}; }; f`,
  ];
  const rules = ['ls', 'cat', 'echo', 'git status', 'rm -rf other'];

  test.each(joiners.map((join) => join('rm -rf build')))('%j asks', async (command) => {
    const verdict = await judge(command, { ...context, allowRules: rules }, parser);
    expect(verdict.decision).toBe('ask');
    expect(verdict.reasons.map((reason) => reason.family)).toContain('recursive-delete');
  });
});

describe('anchor pain 23: every order and joining of delete flags', () => {
  const flags = [
    '-rf',
    '-fr',
    '-r -f',
    '-f -r',
    '-R',
    '-Rf',
    '--recursive',
    '--recursive --force',
    '-f --recursive',
    '-dr',
    '-vrf',
  ];
  test.each(flags.flatMap((flag) => [`rm ${flag} build`, `rm build ${flag}`, `rm ${flag} -- build`]))(
    '%s',
    async (command) => {
      expect(await judge(command, context, parser)).toMatchObject({ decision: 'ask', rule: 'recursive-delete' });
    },
  );
});

describe('hostile text', () => {
  const pieces = [
    'a|',
    '<<a ',
    'a=(',
    '$(',
    '`',
    '((',
    '{',
    'if ',
    '"$(',
    '<<a\n',
    'rm -r ',
    'xargs ',
    ' \n',
    'curl ',
    "'a ",
    'psql|',
    'env ',
    'sh -c ',
    'find . -exec ',
    'f(){ ',
  ];

  test.each(pieces)('%j repeated asks or is harmless, and never hangs or throws', async (piece) => {
    const hostile = realParser();
    try {
      for (const length of [2_000, 4_096, 100_000]) {
        const command = piece.repeat(Math.ceil(length / piece.length));
        const started = performance.now();
        const verdict = await judge(command, context, hostile);
        if (length > 4_096 || /[<($`{"']/.test(piece)) expect(verdict.decision).toBe('ask');
        expect(performance.now() - started).toBeLessThan(5_000);
      }
    } finally {
      hostile.dispose();
    }
  });
});

test.skipIf(!existsSync('../shared/corpora/commands.txt'))(
  'everyday commands: few ask, hardly any are refused',
  async () => {
    const lines = readFileSync('../shared/corpora/commands.txt', 'utf8').split('\n').filter(Boolean);
    const counts = { allow: 0, ask: 0, refuse: 0 };
    const families = new Map<string, number>();
    for (const line of lines) {
      const { decision, rule } = await judge(line, context, parser);
      counts[decision] += 1;
      if (decision !== 'allow') families.set(rule ?? '-', (families.get(rule ?? '-') ?? 0) + 1);
    }
    const shares = [...families].sort((a, b) => b[1] - a[1]).map(([family, count]) => `${family} ${count}`);
    process.stdout.write(`${JSON.stringify(counts)} ${shares.join(', ')}\n`);
    expect(counts.ask / lines.length).toBeLessThan(0.35);
    expect(counts.refuse / lines.length).toBeLessThan(0.01);
  },
  60_000,
);
