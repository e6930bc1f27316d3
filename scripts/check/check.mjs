// `npm run check`: every static gate, in order of speed. One fails, the rest still run, the exit code says so.
import { spawnSync } from 'node:child_process';

const tsc = ['shared', 'main', 'host', 'preload', 'renderer', 'tests', 'scripts'].map((name) => [
  `types: ${name}`,
  ['typescript/bin/tsc', '-p', `tsconfig.${name}.json`],
]);

const stages = [
  ['format and lint', ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']],
  ...tsc,
  ['borders', ['dependency-cruiser/bin/dependency-cruiser.mjs', '--config', '.dependency-cruiser.cjs', 'src']],
  ['borders catch every planted offender', ['../scripts/check/seeded-offenders.mjs']],
  ['unused code', ['knip/bin/knip.js', '--no-progress']],
  ['docs match the code', ['vitest/vitest.mjs', 'run', '--silent=true', 'tests/contract/docs.test.ts']],
];

let failed = 0;
for (const [name, [script, ...args]] of stages) {
  const started = performance.now();
  const run = spawnSync(process.execPath, [`node_modules/${script}`, ...args], { encoding: 'utf8' });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const isOk = run.status === 0;
  if (!isOk) failed += 1;
  console.error(`${isOk ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
  if (!isOk) console.error(`${run.stdout ?? ''}${run.stderr ?? ''}${run.error ?? ''}`);
}
process.exitCode = failed === 0 ? 0 : 1;
