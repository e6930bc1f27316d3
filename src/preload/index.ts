import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { IPC_CALL_CHANNEL, IPC_EVENT_CHANNEL, IPC_PORT_CHANNEL } from '../shared/contract/ipc-channels';

// The page gets four things: one `call`, one `on`, ports handed over as window messages, and the path of a file that
// the user dropped. Channel names never
// come from the page, and everything is parsed in main.
contextBridge.exposeInMainWorld('talaria', {
  call: (name: unknown, input: unknown): Promise<unknown> => ipcRenderer.invoke(IPC_CALL_CHANNEL, name, input),
  on: (listener: (name: unknown, payload: unknown) => void): (() => void) => {
    const handleEvent = (_event: unknown, name: unknown, payload: unknown) => listener(name, payload);
    ipcRenderer.on(IPC_EVENT_CHANNEL, handleEvent);
    return () => {
      ipcRenderer.off(IPC_EVENT_CHANNEL, handleEvent);
    };
  },
  pathOf: (file: File): string => webUtils.getPathForFile(file),
});

ipcRenderer.on(IPC_PORT_CHANNEL, (event, viewId: unknown) => {
  window.postMessage({ talariaPort: viewId }, window.location.origin, event.ports);
});
