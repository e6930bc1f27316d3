import type { z } from 'zod';
import { appCalls } from './calls/app';
import { approvalCalls } from './calls/approvals';
import { processCalls } from './calls/processes';
import { sessionCalls } from './calls/sessions';
import { settingCalls } from './calls/settings';

/** Every call that a window can make; each is declared once, in its area's table (style 3.4). */
export const ipcCalls = {
  ...appCalls,
  ...sessionCalls,
  ...processCalls,
  ...approvalCalls,
  ...settingCalls,
} as const;

export type IpcCallName = keyof typeof ipcCalls;
export type IpcInput<N extends IpcCallName> = z.infer<(typeof ipcCalls)[N]['input']>;
export type IpcOutput<N extends IpcCallName> = z.infer<(typeof ipcCalls)[N]['output']>;
