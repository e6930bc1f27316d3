// npm test: what is run, in which order, and how long each stage took.
import path from 'node:path';
import { findNpm } from './lib/npm.mjs';
import { reportFiles } from './lib/test-reports.mjs';

/** @typedef {import('./run-tools.mjs').Run} Run */
/** @typedef {import('./lib/context.mjs').Context} Context */

export const STAGES = /** @type {const} */ (['check', 'unit', 'journeys', 'e2e']);

/** @typedef {(typeof STAGES)[number]} Stage */

/**
 * @param {string[]} words the command's arguments
 * @returns {Stage[] | { unknown: string }} in running order whatever the order of the words; all without any
 */
export function chooseStages(words) {
  const unknown = words.find((word) => !(/** @type {readonly string[]} */ (STAGES).includes(word)));
  if (unknown !== undefined) return { unknown };
  return STAGES.filter((stage) => words.length === 0 || words.includes(stage));
}

/**
 * Stops at the first stage that fails.
 *
 * @param {Context} context
 * @param {Stage[]} stages
 * @param {Run} run
 * @returns {Promise<number>} exit code
 */
export async function runStages(context, stages, run) {
  for (const stage of stages) {
    const began = performance.now();
    const exitCode = await runStage(context, stage, run);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    context.report.line(`${stage}: ${exitCode === 0 ? 'passed' : `failed with exit code ${exitCode}`} (${seconds} s)`);
    if (exitCode !== 0) return exitCode;
  }
  return 0;
}

/** @param {Context} context @param {Stage} stage @param {Run} run */
function runStage(context, stage, run) {
  const reports = reportFiles(context);
  const cwd = context.root;
  const script = (/** @type {string[]} */ ...parts) => path.join(cwd, 'node_modules', ...parts);
  switch (stage) {
    case 'check': {
      const { node, cli } = findNpm(context);
      return run(node, [cli, 'run', 'check'], { cwd });
    }
    case 'unit': {
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reports.unit}`];
      return run('node', [script('vitest', 'vitest.mjs'), 'run', ...reporters], { cwd });
    }
    case 'journeys': {
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reports.journeys}`];
      const config = ['--config', 'vitest.journeys.config.ts'];
      return run('node', [script('vitest', 'vitest.mjs'), 'run', ...config, ...reporters], { cwd });
    }
    case 'e2e': {
      const cli = script('@playwright', 'test', 'cli.js');
      return run('node', [cli, 'test', '--reporter=list,json'], {
        cwd,
        env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reports.e2e },
      });
    }
  }
}
