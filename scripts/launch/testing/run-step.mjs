// node run-step.mjs STEP: one step of the set-up as a process of its own, in the folders that the environment names.
import { createContext } from '../lib/context.mjs';
import { runSession } from '../lib/session.mjs';
import { appBuild } from '../steps/app-build.mjs';
import { dependencies } from '../steps/dependencies.mjs';

await runSession(async (owner) => {
  const context = { ...createContext(owner), root: String(process.env.TEST_ROOT) };
  if (process.argv[2] === 'dependencies') await dependencies(context, { neededBytes: 0 });
  if (process.argv[2] === 'build') {
    const node = { exec: process.execPath, headers: '' };
    const electron = { dist: '', exec: '', nodeApi: 10, isOverride: false };
    await appBuild(context, { node, electron, sqliteBinding: undefined });
  }
  return 0;
});
