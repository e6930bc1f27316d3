// The test runners' own reports, and what they add up to.
import { readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @param {{ root: string }} context */
export function reportFiles({ root }) {
  const folder = path.join(root, '.cache', 'reports');
  return {
    folder,
    unit: path.join(folder, 'unit.json'),
    journeys: path.join(folder, 'journeys.json'),
    e2e: path.join(folder, 'e2e.json'),
  };
}

/** An old report must not be taken for this run's. @param {{ root: string }} context */
export async function clearReports(context) {
  const { folder } = reportFiles(context);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
}

/**
 * @param {{ root: string }} context
 * @returns {Counts} of the stages that ran
 */
export function countTests(context) {
  const files = reportFiles(context);
  return [
    vitestCounts(readJson(files.unit)),
    vitestCounts(readJson(files.journeys)),
    playwrightCounts(readJson(files.e2e)),
  ].reduce(add);
}

/**
 * A file that could not even be loaded has no tests that failed, but it failed.
 *
 * @param {Record<string, any> | undefined} report of vitest's json reporter
 * @returns {Counts}
 */
export function vitestCounts(report) {
  const files = /** @type {{ status: string, assertionResults: unknown[] }[]} */ (report?.testResults ?? []);
  const unloaded = files.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  return {
    passed: count(report?.numPassedTests),
    failed: count(report?.numFailedTests) + unloaded,
    skipped: count(report?.numPendingTests) + count(report?.numTodoTests),
  };
}

/**
 * @param {Record<string, any> | undefined} report of Playwright's json reporter
 * @returns {Counts} a test that passed on a later try has passed
 */
export function playwrightCounts(report) {
  const { expected, flaky, unexpected, skipped } = report?.stats ?? {};
  return { passed: count(expected) + count(flaky), failed: count(unexpected), skipped: count(skipped) };
}

/** @param {unknown} value */
function count(value) {
  return typeof value === 'number' ? value : 0;
}

/** @param {Counts} a @param {Counts} b @returns {Counts} */
function add(a, b) {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** @param {string} file */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
