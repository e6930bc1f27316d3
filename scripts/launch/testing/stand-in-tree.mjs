// node stand-in-tree.mjs polite|stubborn READY_FILE: stands in for the app, with a child in its own process group and, when
// stubborn, one that has left it. Stubborn ones take no notice of any signal that can be taken.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const [manner, ready] = process.argv.slice(2);
const SHELL = {
  polite: 'while :; do sleep 0.2; done',
  stubborn: "trap '' TERM INT HUP; while :; do sleep 0.2; done",
};

if (manner === 'stubborn') {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});
  if (!process.argv.includes('no-leaver')) spawn('sh', ['-c', SHELL.stubborn], { detached: true, stdio: 'ignore' });
}
spawn('sh', ['-c', manner === 'stubborn' ? SHELL.stubborn : SHELL.polite], { stdio: 'ignore' });
setTimeout(() => writeFileSync(String(ready), ''), 300);
setInterval(() => {}, 1000);
