// Plants one offender for each border rule in a copy of the tree's skeleton, runs the border check there, and fails
// unless every single one is caught: a check that passes in silence is worse than none.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { offenders } from './offenders.mjs';

const root = resolve(import.meta.dirname, '../..');
const lab = mkdtempSync(join(tmpdir(), 'talaria-borders-'));

function plant(path, text) {
  const file = join(lab, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

try {
  for (const name of ['.dependency-cruiser.cjs', 'tsconfig.json', 'tsconfig.base.json', 'package.json'])
    cpSync(join(root, name), join(lab, name));
  symlinkSync(join(root, 'node_modules'), join(lab, 'node_modules'), 'dir');
  for (const { files } of offenders) for (const [path, text] of Object.entries(files)) plant(path, text);

  const cruise = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'json',
      'src',
    ],
    { cwd: lab, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  const violations = JSON.parse(cruise.stdout).summary.violations;
  const missed = offenders.filter(
    ({ rule, from }) => !violations.some((found) => found.rule.name === rule && found.from === from),
  );
  for (const { rule, from } of missed) console.error(`not caught: ${rule} in ${from}`);

  const known = new Set(offenders.map((offender) => offender.rule));
  const { default: config } = await import(join(root, '.dependency-cruiser.cjs'));
  const untested = config.forbidden.filter((entry) => !known.has(entry.name)).map((entry) => entry.name);
  for (const name of untested) console.error(`no offender is planted for the rule ${name}`);

  if (missed.length > 0 || untested.length > 0) process.exitCode = 1;
  else console.error(`${offenders.length} of ${offenders.length} planted offenders caught`);
} finally {
  rmSync(lab, { recursive: true, force: true });
}
