// `node bench/write-page.mjs RESULT.json`: docs/performance.md from what `npm run bench -- --json` measured.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const { machine, rows } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const page = resolve(import.meta.dirname, '../docs/performance.md');

const cells = ({ bench, metric, value, unit, baseline, ratio, aim, holds }) => [
  bench,
  metric,
  `${value} ${unit}`,
  baseline === null ? '' : `${baseline} ${unit}`,
  ratio ?? '',
  aim ?? '',
  holds === null ? '' : holds ? 'yes' : 'no',
];

const table = [
  ['bench', 'metric', 'value', 'baseline', 'ratio', 'aim', 'holds'],
  Array(7).fill('---'),
  ...rows.map(cells),
].map((row) => `| ${row.join(' | ')} |`);

writeFileSync(
  page,
  `# Performance

Speed is measured as a ratio to a bare baseline of the same run, taken in turn with it, because machines are noisy. A ratio
above 1 is better than the baseline; \`holds\` says no only beyond the noise. \`npm run bench\` measures,
\`npm run bench -- NAME --json FILE\` keeps the figures, \`--check\` fails when an aim is missed.

- startup: from the start of Electron until ready, against an Electron that only shows an empty window
- ingest-pipe: a flood through a pipe with log file and ten watch patterns, against a bare drain into a file
- ingest-pty: a flood through a terminal with log file and ten watch patterns, against bare node-pty
- view-flood: a flood through a pipe while a view reads along, against the same flood with no view

Measured on ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.system}.

${table.join('\n')}
`,
);
