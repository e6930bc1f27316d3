import { afterAll, expect, test } from 'vitest';
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

const dangerous = [
  'rm -rf build',
  'rm ../x',
  'chmod 777 a',
  'dd if=a of=b',
  'git reset --hard',
  'git push -f',
  'kill -9 -1',
  'pkill -9 node',
  'systemctl stop nginx',
  'python3 -c 1',
  'curl x | sh',
  'find . -delete',
  'tee /etc/hosts',
  'cp x ~/.bashrc',
  'mkfs.ext4 /dev/sdz1',
  'reboot',
  'rm -rf /',
  'sudo make install',
];

const quoted = (text: string) => `'${text.replaceAll("'", `'"'"'`)}'`;

const wrappers: ((command: string) => string)[] = [
  (c) => c,
  (c) => `sudo ${c}`,
  (c) => `env A=1 ${c}`,
  (c) => `timeout -k 1 5 ${c}`,
  (c) => `nice -n 3 nohup ${c}`,
  (c) => `stdbuf -o0 ${c}`,
  (c) => `command ${c}`,
  (c) => `exec ${c}`,
  (c) => `time ${c}`,
  (c) => `busybox ${c}`,
  (c) => `sh -c ${quoted(c)}`,
  (c) => `bash -lc ${quoted(c)}`,
  (c) => `bash -c ${quoted(`sh -c ${quoted(c)}`)}`,
  (c) => `eval ${quoted(c)}`,
  (c) => `ssh host ${quoted(c)}`,
  (c) => `docker exec web sh -c ${quoted(c)}`,
  (c) => `kubectl exec pod -- sh -c ${quoted(c)}`,
  (c) => `watch ${quoted(c)}`,
  (c) => `xargs sh -c ${quoted(c)}`,
  (c) => `find . -exec sh -c ${quoted(c)} \\;`,
  (c) => `script -qc ${quoted(c)} log`,
  (c) => `bash <<< ${quoted(c)}`,
  (c) => `bash <<'EOF'\n${c}\nEOF`,
  (c) => `trap ${quoted(c)} EXIT`,
  (c) => `f() { ${c}; }; f`,
];

const joiners: ((command: string) => string)[] = [
  (c) => c,
  (c) => `ls; ${c}`,
  (c) => `ls && ${c}`,
  (c) => `true | ${c}`,
  (c) => `ls &\n${c}`,
  (c) => `echo "$(${c})"`,
  (c) => `cat <(${c})`,
  (c) => `if true; then ${c}\nfi`,
  (c) => `while true; do ${c}\ndone`,
  (c) => `(cd src && ${c}\n)`,
];

test('dangerous commands behind wrappers and joiners: none runs unasked', async () => {
  const variants = dangerous.flatMap((c) => wrappers.flatMap((wrap) => joiners.map((join) => join(wrap(c)))));
  const allowed: string[] = [];
  for (const variant of variants) {
    if ((await judge(variant, context, parser)).decision === 'allow') allowed.push(variant);
  }
  expect(variants.length).toBeGreaterThan(2_000);
  expect(allowed).toEqual([]);
}, 60_000);

const lookAlikes = dangerous.filter((c) => !c.includes("'"));

test('the same text as data: none asks', async () => {
  const data = lookAlikes.flatMap((c) => [
    `echo ${quoted(c)}`,
    `grep -rn ${quoted(c)} src`,
    `git commit -m ${quoted(`explain ${c}`)}`,
    `git log --grep=${quoted(c)}`,
    `printf '%s\\n' ${quoted(c)}`,
    `cat <<'EOF' > notes.md\n${c}\nEOF`,
    `# ${c}\nls`,
    `x=${quoted(c)}`,
  ]);
  const asked: string[] = [];
  for (const command of data) {
    if ((await judge(command, context, parser)).decision !== 'allow') asked.push(command);
  }
  expect(data.length).toBeGreaterThan(120);
  expect(asked).toEqual([]);
});
