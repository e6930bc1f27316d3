import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { flagTable } from '../../src/main/cli/flag-table';
import { engineEvents } from '../../src/shared/contract/engine-events';
import { errorCodes } from '../../src/shared/errors/codes';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(resolve(root, path), 'utf8');

/** Rows of every Markdown table in a text, cells without blanks around them. */
function tableRows(text: string): readonly (readonly string[])[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[\s|-]+\|$/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    );
}

const codeOf = (cell: string | undefined) => /^`([^`]*)`/.exec(cell ?? '')?.[1];

describe('docs/cli.md', () => {
  const rows = tableRows(read('docs/cli.md'));

  it('lists exactly the flags that exist, with their values', () => {
    const documented = rows.map(([first]) => codeOf(first)).filter((code) => code?.startsWith('--'));
    const real = flagTable.map((flag) => (flag.value === null ? `--${flag.name}` : `--${flag.name} ${flag.value}`));
    expect(documented).toEqual(real);
  });

  it.each(Object.entries(engineEvents))('describes the line %s with its fields', (type, schema) => {
    const row = rows.find(([first]) => codeOf(first) === type);
    expect(row, `a row for ${type}`).toBeDefined();
    // The field names stand before the colons that explain them.
    const fields = [...(row?.[1] ?? '').matchAll(/`(\w+)`(?=[,:]|$)/g)].map((match) => match[1]);
    const names = Object.keys(schema.shape);
    expect(fields.filter((field) => names.includes(field ?? ''))).toEqual(names);
  });
});

describe('docs/errors.md', () => {
  it('lists exactly the codes of the catalogue, with their texts', () => {
    const rows = tableRows(read('docs/errors.md')).slice(1);
    expect(Object.fromEntries(rows.map(([code, text]) => [codeOf(code), text]))).toEqual(errorCodes);
  });
});

describe('docs/dependencies.md', () => {
  it('gives a reason for every dependency, and for none that is gone', () => {
    const manifest = JSON.parse(read('package.json'));
    const names = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.devDependencies)].sort();
    const rows = tableRows(read('docs/dependencies.md'));
    const documented = rows.map(([first]) => codeOf(first)).filter((name) => name !== undefined);
    expect(documented.sort()).toEqual(names);
    for (const row of rows.filter(([first]) => codeOf(first) !== undefined))
      expect(row[1]?.length, `a reason for ${row[0]}`).toBeGreaterThan(4);
  });
});

describe('docs/architecture.md', () => {
  it('names every area of main', () => {
    const areas = /const PURE = '([^']+)';\s*const EDGE = '([^']+)'/.exec(read('.dependency-cruiser.cjs'));
    const text = read('docs/architecture.md');
    for (const area of `${areas?.[1]}|${areas?.[2]}`.split('|')) {
      if (area === 'scheduler') continue;
      expect(text, `the area ${area}`).toContain(`\`${area}\``);
    }
  });
});

describe('the README', () => {
  it('links only to files that exist', () => {
    for (const [, target] of read('README.md').matchAll(/\]\((?!https?:|#)([^)#]+)/g))
      expect(() => readFileSync(resolve(root, target ?? '')), target).not.toThrow();
  });

  it('does not speak of this workplace', () => {
    for (const page of ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'docs/cli.md', 'docs/architecture.md'])
      expect(read(page)).not.toMatch(/\/work\/|registry\.npmjs|\bissue #?\d+\b/i);
  });
});
