import { z } from 'zod';

const text = z.string().optional().catch(undefined);
const number = z.number().nullish().catch(undefined);

/** What the operator reads of the tools' results and of its own calls; everything else is left alone. */
const ToolResult = z.looseObject({
  session_id: text,
  status: text,
  outcome: text,
  output: text,
  error: z.string().nullish().catch(undefined),
  exit_code: number,
  pid: number,
  signal: text,
  completion_reason: text,
  total_lines: number,
  uptime_seconds: number,
  waiting_for_input: z.boolean().optional().catch(undefined),
  note: text,
  output_note: text,
  pty_note: text,
  workdir_note: text,
  timeout_note: text,
  action: text,
  command: text,
  background: z.boolean().optional().catch(undefined),
  notify_on_complete: z.boolean().optional().catch(undefined),
  watch_patterns: z.array(z.string()).optional().catch(undefined),
});
export type ToolResult = z.infer<typeof ToolResult> & { readonly processes?: unknown };

/** Reads JSON text of a tool; text that is no JSON object is taken for its output. Never throws. */
export function readResult(json: string): ToolResult {
  try {
    const parsed = ToolResult.safeParse(JSON.parse(json));
    if (parsed.success) return parsed.data;
  } catch {
    // Not JSON: shown as it is.
  }
  return { output: json };
}

/** The rows of a list. */
export function readRows(result: ToolResult): readonly ToolResult[] {
  const rows = z.array(ToolResult).safeParse(result.processes);
  return rows.success ? rows.data : [];
}
