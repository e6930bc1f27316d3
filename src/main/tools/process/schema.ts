import { z } from 'zod';
import { looseInteger, looseText } from '../loose-input';

export const processActions = ['list', 'poll', 'log', 'wait', 'kill', 'write', 'submit', 'close'] as const;
export type ProcessAction = (typeof processActions)[number];

/** Arguments of `process`; the names are known to existing clients (spec/processes 5). */
export const ProcessInput = z.object({
  action: looseText
    .meta({ type: 'string', enum: [...processActions] })
    .describe(`One of ${processActions.join(', ')}.`),
  session_id: looseText.describe('The id that terminal gave. Needed by every action but list.').optional(),
  data: looseText.describe('write: sent as it is. submit: sent with a newline.').optional(),
  timeout: looseInteger.describe('wait: seconds, positive.').optional(),
  offset: looseInteger.describe('log: first line, counted from 0. Without it: the last lines.').optional(),
  limit: looseInteger.describe('log: how many lines (default 200).').optional(),
});
export type ProcessInput = z.infer<typeof ProcessInput>;
