import { loadNodePty } from './child/pty-library';
import { parentTransport } from './electron-ports';
import { ProcessHost } from './host';
import { hostClock } from './host-clock';
import { logDisk } from './output/log-disk';

/** Ends the host when something happened that nobody thought of; main restarts it and says so. */
const EXIT_AFTER_BUG = 70;

const transport = parentTransport(Reflect.get(process, 'parentPort'));
if (transport === null) throw new Error('the process host must be started as a utility process');

const host = new ProcessHost(transport, { clock: hostClock, loadPty: loadNodePty, logDisk }, () => {
  // One turn of the event loop, so that the answer to `shutdown` leaves first.
  setImmediate(() => process.exit(0));
});

process.on('uncaughtException', (error) => endAfterBug(error));
process.on('unhandledRejection', (reason) => endAfterBug(reason));
process.on('exit', () => host.dispose());

function endAfterBug(reason: unknown): void {
  const text = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
  transport?.post({ kind: 'event', event: { type: 'log', level: 'error', text } });
  setImmediate(() => process.exit(EXIT_AFTER_BUG));
}
