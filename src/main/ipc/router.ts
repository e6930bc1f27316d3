import { ipcMain, type WebContents } from 'electron';
import { IPC_CALL_CHANNEL, IPC_EVENT_CHANNEL } from '../../shared/contract/ipc-channels';
import type { IpcEventName, IpcEventPayload } from '../../shared/contract/ipc-events';
import { type Disposable, toDisposable } from '../../shared/lib/lifecycle';
import type { Redacted } from '../../shared/lib/redacted';
import { answerCall, type CallRouterPorts, refuseSender } from './answer-call';
import { isOurPage } from './sender-guard';

/** Opens the one door for calls from pages (style 3.4). There is no other `ipcMain` listener in the product. */
export function openRouter(ports: CallRouterPorts): Disposable {
  ipcMain.handle(IPC_CALL_CHANNEL, (event, name: unknown, input: unknown) => {
    if (!isOurPage(event)) return refuseSender();
    return answerCall(ports, { name, input }, { senderId: event.sender.id });
  });
  return toDisposable(() => ipcMain.removeHandler(IPC_CALL_CHANNEL));
}

/** Sends a masked event to a page; a page that is gone hears nothing. */
export function sendEvent<N extends IpcEventName>(
  page: WebContents,
  name: N,
  payload: Redacted<IpcEventPayload<N>>,
): void {
  if (page.isDestroyed() || page.mainFrame === null || page.mainFrame.detached) return;
  page.send(IPC_EVENT_CHANNEL, name, payload);
}
