import { z } from 'zod';
import { ProcessId, RequestId, SessionId } from '../lib/ids';

export const NoticeKind = z.enum(['approval', 'turn-completed', 'turn-failed', 'process-ended', 'watch-match']);
export type NoticeKind = z.infer<typeof NoticeKind>;

/** Something that the user hears once: natively when the window is not looking at it, and always in the list. Masked. */
export const Notice = z.strictObject({
  id: z.string(),
  kind: NoticeKind,
  title: z.string(),
  body: z.string(),
  at: z.number(),
  isRead: z.boolean(),
  sessionId: SessionId.nullable(),
  processId: ProcessId.nullable(),
  requestId: RequestId.nullable(),
});
export type Notice = z.infer<typeof Notice>;
