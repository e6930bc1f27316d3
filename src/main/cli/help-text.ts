import { type FlagSpec, flagTable } from './flag-table';

const LEFT_COLUMN = 34;

function row(flag: FlagSpec): string {
  const left = `  --${flag.name}${flag.value === null ? '' : ` ${flag.value}`}`;
  return `${left.padEnd(LEFT_COLUMN)} ${flag.text}`;
}

/** What `--help` prints. */
export function helpText(): string {
  return [
    'Usage: npm start -- [flags]      (in the source folder)',
    '       talaria [flags]           (when installed)',
    '',
    'Flags',
    ...flagTable.map(row),
    '',
    'Exit codes',
    '  0 done   1 a turn failed   2 a flag or file is wrong   3 could not start   130, 143 stopped by a signal',
    '',
  ].join('\n');
}
