// npm run soak:crash -- --rounds 50 --seed S
// Kills the app at random moments, many times on one home, and says what was lost: nothing, it is hoped.
import { parseArgs } from 'node:util';
import { createContext } from '../launch/lib/context.mjs';
import { runSession } from '../launch/lib/session.mjs';
import { runTools } from '../launch/run-tools.mjs';
import { appBuild } from '../launch/steps/app-build.mjs';

const TEST = ['run', '--config', 'vitest.journeys.config.ts', 'tests/journeys/crash-random.test.ts'];

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '50' }, seed: { type: 'string', default: String(Date.now() % 1e6) } },
});
const env = { TALARIA_SOAK_ROUNDS: values.rounds, TALARIA_SOAK_SEED: values.seed };

await runSession((owner) => {
  const context = createContext(owner);
  return runTools(context, async (run, runtime) => {
    await appBuild(context, runtime);
    return run(runtime.node.exec, ['node_modules/vitest/vitest.mjs', ...TEST], { cwd: context.root, env });
  });
});
