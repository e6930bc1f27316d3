import { z } from 'zod';
import { ApprovalView } from '../schemas/approval';
import { ProcessRecord } from '../schemas/process';
import { Session } from '../schemas/session';
import { type EngineEvent, engineEvents } from './engine-events';

const EngineEventSchema = z.custom<EngineEvent>((value) => {
  const parsed = z.looseObject({ type: z.string() }).safeParse(value);
  if (!parsed.success || !Object.hasOwn(engineEvents, parsed.data.type)) return false;
  const { type, ...fields } = parsed.data;
  return engineEvents[type as keyof typeof engineEvents].safeParse(fields).success;
});

/** The only place where an event to a window is declared. */
export const ipcEvents = {
  engine: EngineEventSchema,
  'sessions.changed': z.array(Session),
  'processes.changed': z.array(ProcessRecord),
  'approvals.changed': z.array(ApprovalView),
} as const;

export type IpcEventName = keyof typeof ipcEvents;
export type IpcEventPayload<N extends IpcEventName> = z.infer<(typeof ipcEvents)[N]>;
