import { z } from 'zod';
import type { ProcessId } from '../../../../shared/lib/ids';

/** `waiting`: for the user. `pending`: an earlier call of the same answer comes first. */
export type Progress = 'pending' | 'waiting' | 'running' | 'over';

/** One call of a tool with its result, as the transcript keeps both: JSON text, secrets masked. */
export interface ToolCall {
  readonly callId: string;
  readonly name: string;
  readonly args: string;
  /** Null while it runs, and when the turn ended without one. */
  readonly result: string | null;
  readonly progress: Progress;
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** The process that it was seen to start. */
  readonly processId: ProcessId | null;
}

/** The fields that tools take and answer with; a field of another type counts as absent. */
const Fields = z.looseObject({
  command: z.string().optional().catch(undefined),
  background: z.boolean().optional().catch(undefined),
  workdir: z.string().optional().catch(undefined),
  watch_patterns: z.array(z.string()).optional().catch(undefined),
  action: z.string().optional().catch(undefined),
  session_id: z.string().optional().catch(undefined),
  data: z.string().optional().catch(undefined),
  path: z.string().optional().catch(undefined),
  content: z.string().optional().catch(undefined),
  old_string: z.string().optional().catch(undefined),
  new_string: z.string().optional().catch(undefined),
  pattern: z.string().optional().catch(undefined),
  target: z.string().optional().catch(undefined),
  output: z.string().optional().catch(undefined),
  output_preview: z.string().optional().catch(undefined),
  output_note: z.string().optional().catch(undefined),
  exit_code: z.number().optional().catch(undefined),
  exit_code_meaning: z.string().optional().catch(undefined),
  completion_reason: z.string().optional().catch(undefined),
  error: z.string().optional().catch(undefined),
  status: z.string().optional().catch(undefined),
  outcome: z.string().optional().catch(undefined),
  diff: z.string().optional().catch(undefined),
  matches: z.string().optional().catch(undefined),
  total: z.number().optional().catch(undefined),
  lines: z.number().optional().catch(undefined),
  first_line: z.number().optional().catch(undefined),
  total_lines: z.number().optional().catch(undefined),
  bytes_written: z.number().optional().catch(undefined),
  replaced: z.number().optional().catch(undefined),
  note: z.string().optional().catch(undefined),
  hint: z.string().optional().catch(undefined),
  approval_note: z.string().optional().catch(undefined),
  workdir_note: z.string().optional().catch(undefined),
  pty_note: z.string().optional().catch(undefined),
  processes: z.array(z.unknown()).optional().catch(undefined),
});
export type Fields = z.infer<typeof Fields>;

/** Reads arguments or a result. What is no JSON object has no fields. */
export function fieldsOf(json: string | null): Fields {
  if (json === null) return {};
  try {
    const parsed = Fields.safeParse(JSON.parse(json));
    return parsed.success ? parsed.data : {};
  } catch {
    // A tool of another kind, or a result that was cut: it is shown as the text that it is.
    return {};
  }
}
