// The same set-up for every command: each step looks first, and does and says something only where something is missing.
import { needsVirtualDisplay } from './display/virtual-display.mjs';
import { bundledNode } from './steps/bundled-node.mjs';
import { dependencies } from './steps/dependencies.mjs';
import { findElectron } from './steps/electron.mjs';
import { nodePty } from './steps/node-pty.mjs';
import { NEEDED_NODE_API, sqliteBinding } from './steps/sqlite-binding.mjs';
import { systemPackages } from './steps/system-packages.mjs';

/**
 * @param {import('./lib/context.mjs').Context} context
 * @returns {Promise<import('./environment.mjs').Runtime>}
 * @throws {import('./lib/setup-problem.mjs').SetupProblem} when a step cannot be done; what was done is kept, and the next run goes on there
 */
export async function setUp(context) {
  await dependencies(context);
  const node = await bundledNode(context);
  await nodePty(context, node);
  await systemPackages(context, needsVirtualDisplay(context) ? ['electron', 'display'] : ['electron']);
  const electron = await findElectron(context, node.exec);
  const needsBinding = electron.nodeApi < NEEDED_NODE_API;
  return { node, electron, sqliteBinding: needsBinding ? await sqliteBinding(context, node) : undefined };
}
