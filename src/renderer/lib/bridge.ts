import type { IpcCallName, IpcInput, IpcOutput } from '../../shared/contract/ipc-calls';
import { type IpcEventName, type IpcEventPayload, ipcEvents } from '../../shared/contract/ipc-events';
import { AppError } from '../../shared/errors/app-error';
import { fromWireError, type Reply } from '../../shared/errors/wire';
import { type Disposable, toDisposable } from '../../shared/lib/lifecycle';

/** What the preload puts into the page. */
interface Bridge {
  call(name: string, input: unknown): Promise<unknown>;
  on(listener: (name: unknown, payload: unknown) => void): () => void;
  /** Where a file that the user dropped is; empty for one that is on no disk. */
  pathOf(file: File): string;
}

declare global {
  interface Window {
    readonly talaria: Bridge;
  }
}

/** Calls main. Rejects with the AppError that main answered. */
export async function call<N extends IpcCallName>(name: N, input: IpcInput<N>): Promise<IpcOutput<N>> {
  const reply = (await window.talaria.call(name, input)) as Reply<IpcOutput<N>>;
  if (reply.ok) return reply.value;
  throw fromWireError(reply.error);
}

/** Subscribes to one event of main. */
export function on<N extends IpcEventName>(name: N, listener: (payload: IpcEventPayload<N>) => void): Disposable {
  const stop = window.talaria.on((eventName, payload) => {
    if (eventName !== name) return;
    const parsed = ipcEvents[name].safeParse(payload);
    if (parsed.success) listener(parsed.data as IpcEventPayload<N>);
  });
  return toDisposable(stop);
}

const PORT_LIMIT_MS = 10_000;

/** Asks for a live view's port: it comes as a window message with the same id. Owned by the caller, who closes it. */
export async function openViewPort(processId: IpcInput<'processes.view'>['processId']): Promise<MessagePort> {
  const viewId = crypto.randomUUID();
  const port = new Promise<MessagePort>((resolve, reject) => {
    const handleMessage = (event: MessageEvent) => {
      if (event.source !== window || event.data?.talariaPort !== viewId) return;
      finish();
      const [first] = event.ports;
      if (first) resolve(first);
    };
    const finish = () => {
      clearTimeout(timer);
      window.removeEventListener('message', handleMessage);
    };
    const timer = setTimeout(() => {
      finish();
      reject(new AppError('HOST_TIMEOUT', 'The terminal did not answer. Try again.'));
    }, PORT_LIMIT_MS);
    window.addEventListener('message', handleMessage);
  });
  const [ready] = await Promise.all([port, call('processes.view', { processId, viewId })]);
  return ready;
}
