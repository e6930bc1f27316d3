import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { tempFolder } from '../testing/temp-folder.mjs';
import { clearReports, countTests, playwrightCounts, reportFiles, vitestCounts } from './test-reports.mjs';

it('counts a file that could not be loaded as failed', () => {
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'passed', assertionResults: [{}] },
  ];
  const report = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1, testResults };
  expect(vitestCounts(report)).toEqual({ passed: 5, failed: 2, skipped: 3 });
  expect(vitestCounts(undefined)).toEqual({ passed: 0, failed: 0, skipped: 0 });
});

it('counts a flaky test as passed', () => {
  expect(playwrightCounts({ stats: { expected: 3, flaky: 1, unexpected: 2, skipped: 4 } })).toEqual({
    passed: 4,
    failed: 2,
    skipped: 4,
  });
});

it('adds the stages up, and never counts an old report', async () => {
  const root = tempFolder();
  const files = reportFiles({ root });
  mkdirSync(files.folder, { recursive: true });
  writeFileSync(files.unit, JSON.stringify({ numPassedTests: 5 }));
  writeFileSync(files.e2e, JSON.stringify({ stats: { expected: 3, unexpected: 1 } }));
  expect(countTests({ root })).toEqual({ passed: 8, failed: 1, skipped: 0 });
  await clearReports({ root });
  expect(countTests({ root })).toEqual({ passed: 0, failed: 0, skipped: 0 });
});
