import { loadNodePty } from './child/pty-library';
import { parentTransport } from './electron-ports';
import { ProcessHost } from './host';
import { hostClock } from './host-clock';
import { logDisk } from './output/log-disk';

/** Ends the host when something happened that nobody thought of; main restarts it and says so. */
const EXIT_AFTER_BUG = 70;
/** Time for a last message to leave. */
const LEAVE_MS = 100;

const transport = parentTransport(Reflect.get(process, 'parentPort'));
if (transport === null) throw new Error('the process host must be started as a utility process');

const host = new ProcessHost(transport, { clock: hostClock, loadPty: loadNodePty, logDisk }, () => {
  // The answer to `shutdown` has to leave first; main may also end this process when it has it.
  setTimeout(() => process.exit(0), LEAVE_MS);
});

// Ctrl-C and a closed terminal reach the whole group of the app: when the host ends is for main to say.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
process.on('uncaughtException', (error) => endAfterBug(error));
process.on('unhandledRejection', (reason) => endAfterBug(reason));
process.on('exit', () => host.dispose());

function endAfterBug(reason: unknown): void {
  const text = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
  transport?.post({ kind: 'event', event: { type: 'log', level: 'error', text } });
  setTimeout(() => process.exit(EXIT_AFTER_BUG), LEAVE_MS);
}
