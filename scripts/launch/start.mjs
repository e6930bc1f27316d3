// npm start -- FLAGS
import './lib/node-version.mjs';
import { createContext } from './lib/context.mjs';
import { runSession } from './lib/session.mjs';
import { startApp } from './start-app.mjs';

await runSession((owner) => startApp(createContext(owner), process.argv.slice(2)));
