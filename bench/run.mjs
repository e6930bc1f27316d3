// `npm run bench [-- NAME…] [--json FILE] [--check]`: figures as ratios to a bare baseline of the same run.
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, platform, release, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { benches } from './benches.mjs';
import { toRow } from './lib/statistics.mjs';

const { values, positionals } = parseArgs({
  options: { json: { type: 'string' }, check: { type: 'boolean', default: false } },
  allowPositionals: true,
});

const unknown = positionals.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. Benches: ${Object.keys(benches).join(', ')}.`);
  process.exit(2);
}

const machine = {
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  system: `${platform()} ${release()}`,
  node: process.versions.node,
};

const rows = [];
for (const name of positionals.length > 0 ? positionals : Object.keys(benches)) {
  const started = performance.now();
  const { load } = benches[name];
  const { measure } = await load();
  for (const measured of await measure()) {
    const row = toRow({ bench: name, ...measured });
    rows.push(row);
    console.log(line(row));
  }
  console.error(`${name} took ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ machine, rows }, null, 2)}\n`);
if (values.check && rows.some((row) => row.holds === false)) process.exitCode = 1;

function line({ bench, metric, value, unit, baseline, ratio, aim, holds }) {
  const parts = [`${bench}: ${metric} ${value} ${unit}`];
  if (baseline !== null) parts.push(`baseline ${baseline} ${unit}, ratio ${ratio}`);
  if (aim !== null) parts.push(`aim ${aim}: ${holds ? 'holds' : 'missed'}`);
  return parts.join('; ');
}
