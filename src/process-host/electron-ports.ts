import type { HostPort, HostTransport } from '../shared/contract/host-protocol';

/** The little of Electron's ports that is used; looked for at run time, no Electron types needed. */
interface EventedPort {
  postMessage(message: unknown): void;
  on(event: string, listener: (argument: unknown) => void): unknown;
  start?(): void;
  close?(): void;
}

function isEventedPort(value: unknown): value is EventedPort {
  return isObject(value) && typeof value.postMessage === 'function' && typeof value.on === 'function';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return (typeof value === 'object' || typeof value === 'function') && value !== null;
}

/** `process.parentPort` of a utility process as a transport; null anywhere else. */
export function parentTransport(parentPort: unknown): HostTransport | null {
  if (!isEventedPort(parentPort)) return null;
  return {
    post: (message) => parentPort.postMessage(message),
    onMessage(listener) {
      parentPort.on('message', (event) => {
        if (isObject(event)) listener(event.data, firstPort(event.ports));
      });
      parentPort.start?.();
    },
  };
}

function firstPort(ports: unknown): HostPort | undefined {
  const first: unknown = Array.isArray(ports) ? ports[0] : undefined;
  return isEventedPort(first) ? viewPort(first) : undefined;
}

/** A MessagePortMain: its messages come as events with `data`. */
function viewPort(port: EventedPort): HostPort {
  return {
    postMessage: (message) => port.postMessage(message),
    onMessage(listener) {
      port.on('message', (event) => listener(isObject(event) ? event.data : undefined));
    },
    onClose(listener) {
      port.on('close', () => listener());
    },
    start: () => port.start?.(),
    close: () => port.close?.(),
  };
}
