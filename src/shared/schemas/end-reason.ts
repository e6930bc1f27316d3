import { z } from 'zod';

/** Why a process is over; one vocabulary everywhere, and the first cause wins (design 3). */
export const EndReason = z.enum([
  'exited',
  'killed',
  'timed-out',
  'interrupted',
  'failed-start',
  'lost',
  'host-crashed',
  'app-quit',
]);
export type EndReason = z.infer<typeof EndReason>;
