import { z } from 'zod';
import { Notice } from '../../schemas/notice';
import { call, nothing } from './call';

export const appCalls = {
  'app.info': call(
    nothing,
    z.strictObject({
      name: z.string(),
      version: z.string(),
      electron: z.string(),
      platform: z.string(),
      home: z.string(),
      cwd: z.string(),
      userHome: z.string(),
      model: z.string(),
      isOperator: z.boolean(),
      /** True until the guided session was seen or put away, and never where a flag says what to do. */
      showFirstRun: z.boolean(),
      /** Where links of this scheme lead here. */
      linkScheme: z.string(),
    }),
  ),
  'app.firstRunDone': call(nothing, nothing),
  /** Shows a folder of Talaria's in the file manager. */
  'app.reveal': call(z.strictObject({ what: z.enum(['home', 'logs', 'process-logs', 'settings']) }), nothing),
  'app.pickFolder': call(
    z.strictObject({ startAt: z.string().max(4_096).optional() }),
    z.strictObject({ folder: z.string().nullable() }),
  ),
  /** http and https only, after the user's own click; anything else is BAD_INPUT. */
  'app.openLink': call(z.strictObject({ url: z.string().max(8_192) }), nothing),
  /** Secrets in the text are masked. */
  'app.copy': call(z.strictObject({ text: z.string().max(4_000_000) }), nothing),
  /** Asks in a native dialog, then removes the home's content and quits. */
  'app.deleteEverything': call(nothing, nothing),
  'app.exportLogs': call(nothing, z.strictObject({ file: z.string().nullable() })),
  /** What the page shows right now: what is on screen makes no native notice, and menus follow it. */
  'app.showing': call(z.strictObject({ sessionId: z.string().nullable(), processId: z.string().nullable() }), nothing),
  'notices.list': call(nothing, z.array(Notice)),
  'notices.read': call(z.strictObject({ ids: z.array(z.string()).max(1_000) }), nothing),
  /** Shows a test notice and says what the system answered. */
  'notices.test': call(nothing, z.strictObject({ ok: z.boolean(), message: z.string() })),
} as const;
