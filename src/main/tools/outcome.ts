import type { ToolOutcome } from '../agent/ports';

/** A tool's answer: JSON that a model can read, non-ASCII kept readable, absent fields left out. */
export function outcome(fields: Readonly<Record<string, unknown>>): ToolOutcome {
  return { result: JSON.stringify(fields) };
}

/** An answer that says what was wrong and what to do instead. */
export function problem(message: string, more: Readonly<Record<string, unknown>> = {}): ToolOutcome {
  return outcome({ error: message, ...more });
}
