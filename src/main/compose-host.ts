import {
  MessageChannelMain,
  type MessagePortMain,
  type UtilityProcess,
  utilityProcess,
  type WebContents,
} from 'electron';
import hostPath from '../process-host/entry?modulePath';
import { endTree } from '../process-host/kill/end-tree';
import type { HostPort } from '../shared/contract/host-protocol';
import { IPC_PORT_CHANNEL } from '../shared/contract/ipc-channels';
import type { Clock } from '../shared/lib/clock';
import type { ProcessId } from '../shared/lib/ids';
import type { HostClient } from './processes/host/host-client';
import type { HostConnection } from './processes/host/host-connection';
import type { EndTree } from './processes/host/reap-orphans';

/** Ports that travel to the host are wrapped for the protocol; this finds the Electron port again. */
const portOf = new WeakMap<HostPort, MessagePortMain>();

/** Starts the process host as a utility process. Only after `ready`. */
export function launchHost(): HostConnection {
  const child = utilityProcess.fork(hostPath, [], { serviceName: 'Talaria process host', stdio: 'ignore' });
  return {
    transport: {
      post(message, port) {
        const electronPort = port === undefined ? undefined : portOf.get(port);
        child.postMessage(message, electronPort === undefined ? [] : [electronPort]);
      },
      onMessage(listener) {
        child.on('message', (message: unknown) => listener(message));
      },
    },
    kill: () => killHost(child),
    onExit(listener) {
      child.once('exit', (code) => listener(code));
    },
  };
}

/** Electron's own kill only asks, and a host that hangs does not hear it. */
function killHost(child: UtilityProcess): void {
  if (child.pid === undefined) {
    child.kill();
    return;
  }
  try {
    process.kill(child.pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

/** Connects a page straight to the host: one end of a channel goes to each. */
export function connectView(
  client: HostClient,
  page: WebContents,
  view: { readonly processId: ProcessId; readonly viewId: string },
): void {
  const { port1, port2 } = new MessageChannelMain();
  const forHost: HostPort = {
    postMessage: (message) => port1.postMessage(message),
    onMessage: (listener) => port1.on('message', (event) => listener(event.data)),
    onClose: (listener) => port1.on('close', listener),
    start: () => port1.start(),
    close: () => port1.close(),
  };
  portOf.set(forHost, port1);
  client.attachView(view.processId, forHost);
  page.postMessage(IPC_PORT_CHANNEL, view.viewId, [port2]);
}

/** Ends the tree of a process that no host holds any more. */
export function orphanEnder(clock: Clock): EndTree {
  return (target, graceMs) => endTree(target, graceMs, clock);
}
