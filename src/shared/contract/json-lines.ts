import { z } from 'zod';
import { type EngineEventType, engineEvents } from './engine-events';

/** `at`: ISO 8601 UTC with milliseconds. */
const At = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

const lineSchemas = Object.entries(engineEvents).map(([type, fields]) =>
  z.strictObject({ type: z.literal(type), at: At, ...fields.shape }),
);

/** One line of `--json` output. `docs/cli.md` is checked against it. */
export const JsonLine = z.union(lineSchemas);
export type JsonLine = { readonly type: EngineEventType; readonly at: string } & Record<string, unknown>;

/** One line that `--approvals stdin` reads. */
export const StdinAnswer = z.strictObject({
  requestId: z.string(),
  choice: z.enum(['once', 'session', 'always', 'deny']),
  reason: z.string().optional(),
});
export type StdinAnswer = z.infer<typeof StdinAnswer>;
