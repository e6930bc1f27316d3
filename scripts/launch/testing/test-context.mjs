import path from 'node:path';
import { onTestFinished } from 'vitest';
import { ChildOwner } from '../lib/child-owner.mjs';
import { createReport } from '../lib/report.mjs';
import { tempFolder } from './temp-folder.mjs';

/**
 * A context on temporary folders, with nothing of the outer npm in its environment.
 *
 * @param {Partial<import('../lib/context.mjs').Context>} [different]
 * @returns {import('../lib/context.mjs').Context & { said: () => string }}
 */
export function testContext(different) {
  const folder = tempFolder();
  const children = new ChildOwner();
  onTestFinished(() => children.close());
  let said = '';
  const report = createReport({
    write(text) {
      said += text;
    },
  });
  return {
    root: path.join(folder, 'tree'),
    cacheDir: path.join(folder, 'cache'),
    env: plainEnvironment(),
    platform: process.platform,
    arch: process.arch,
    isRoot: false,
    execPath: process.execPath,
    report,
    children,
    signal: new AbortController().signal,
    ...different,
    said: () => said,
  };
}

/** @returns {NodeJS.ProcessEnv} */
export function plainEnvironment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|VITEST|TALARIA_|ELECTRON_)/i.test(name)),
  );
}
