// npm test [-- STAGE…]
import './lib/node-version.mjs';
import { createContext } from './lib/context.mjs';
import { runSession } from './lib/session.mjs';
import { clearReports } from './lib/test-reports.mjs';
import { runTools } from './run-tools.mjs';
import { appBuild } from './steps/app-build.mjs';
import { systemPackages } from './steps/system-packages.mjs';
import { chooseStages, runStages, STAGES } from './test-stages.mjs';

const stages = chooseStages(process.argv.slice(2));
if ('unknown' in stages) {
  process.stderr.write(
    `There is no stage “${stages.unknown}”. Stages: ${STAGES.join(', ')}; all of them without any.\n`,
  );
  process.exit(2);
}

await runSession(async (owner) => {
  const context = createContext(owner);
  await clearReports(context);
  await systemPackages(context, ['test']);
  return runTools(context, async (run, runtime) => {
    if (stages.some((stage) => stage !== 'check')) await appBuild(context, runtime);
    return runStages(context, stages, run);
  });
});
