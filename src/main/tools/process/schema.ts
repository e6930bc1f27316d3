import { z } from 'zod';
import { looseInteger, looseText } from '../loose-input';

export const processActions = ['list', 'poll', 'log', 'wait', 'kill', 'write', 'submit', 'close'] as const;
export type ProcessAction = (typeof processActions)[number];

/** Arguments of `process`; the names are known to existing clients (spec/processes 5). */
export const ProcessInput = z.object({
  action: looseText.describe(`One of ${processActions.join(', ')}.`),
  session_id: looseText.optional().describe('The id that terminal gave. Needed by every action but list.'),
  data: looseText.optional().describe('write: sent as it is. submit: sent with a newline.'),
  timeout: looseInteger.optional().describe('wait: seconds, positive.'),
  offset: looseInteger.optional().describe('log: first line, counted from 0. Without it: the last lines.'),
  limit: looseInteger.optional().describe('log: how many lines (default 200).'),
});
export type ProcessInput = z.infer<typeof ProcessInput>;
