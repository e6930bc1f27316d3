import { z } from 'zod';
import { ProcessId, RequestId, SessionId } from '../lib/ids';
import { ApprovalView } from '../schemas/approval';
import { Notice } from '../schemas/notice';
import { ProcessRecord } from '../schemas/process';
import { SessionSummary } from '../schemas/session';
import { type EngineEvent, engineEvents } from './engine-events';

const EngineEventSchema = z.custom<EngineEvent>((value) => {
  const parsed = z.looseObject({ type: z.string() }).safeParse(value);
  if (!parsed.success || !Object.hasOwn(engineEvents, parsed.data.type)) return false;
  const { type, ...fields } = parsed.data;
  return engineEvents[type as keyof typeof engineEvents].safeParse(fields).success;
});

/** What menus, links and notices ask the page to do. */
export const PageCommand = z.discriminatedUnion('name', [
  z.strictObject({
    name: z.enum([
      'new-session',
      'palette',
      'find',
      'find-next',
      'find-previous',
      'settings',
      'shortcuts',
      'toggle-sidebar',
      'toggle-processes',
      'new-shell',
      'next-session',
      'previous-session',
      'stop-turn',
      'close-top',
      'search-sessions',
    ]),
  }),
  z.strictObject({ name: z.literal('show-session'), sessionId: SessionId }),
  z.strictObject({ name: z.literal('show-process'), processId: ProcessId }),
  z.strictObject({ name: z.literal('show-approval'), requestId: RequestId }),
]);
export type PageCommand = z.infer<typeof PageCommand>;

/** The only place where an event to a window is declared. */
export const ipcEvents = {
  engine: EngineEventSchema,
  command: PageCommand,
  'sessions.changed': z.array(SessionSummary),
  'processes.changed': z.array(ProcessRecord),
  'approvals.changed': z.array(ApprovalView),
  'notices.changed': z.array(Notice),
  'settings.changed': z.strictObject({}),
} as const;

export type IpcEventName = keyof typeof ipcEvents;
export type IpcEventPayload<N extends IpcEventName> = z.infer<(typeof ipcEvents)[N]>;
