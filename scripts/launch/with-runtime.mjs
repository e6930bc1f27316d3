// node scripts/launch/with-runtime.mjs -- COMMAND ARGS…
// Runs a command of the checkout with the set-up done, the environment of the app, and a display.
import './lib/node-version.mjs';
import { createContext } from './lib/context.mjs';
import { runSession } from './lib/session.mjs';
import { runTools } from './run-tools.mjs';

const [separator, command, ...args] = process.argv.slice(2);
if (separator !== '--' || command === undefined) {
  process.stderr.write('Usage: node scripts/launch/with-runtime.mjs -- COMMAND ARGS…\n');
  process.exit(2);
}

await runSession((owner) => runTools(createContext(owner), (run) => run(command, args)));
