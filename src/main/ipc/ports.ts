import type { IpcCallName, IpcInput, IpcOutput } from '../../shared/contract/ipc-calls';

/** Who called: one window's page. */
export interface CallContext {
  /** Electron's id of the page's contents. */
  readonly senderId: number;
}

/** A handler for every call: leaving one out, or answering with another shape, does not compile. */
export type IpcHandlers = {
  readonly [N in IpcCallName]: (input: IpcInput<N>, context: CallContext) => Promise<IpcOutput<N>>;
};

/** The handlers of one area's table of calls. */
export type HandlersOf<Calls> = Pick<IpcHandlers, Extract<keyof Calls, IpcCallName>>;
