/** What a tool says: the fields of one JSON object that a model can read. */
export type Answer = Readonly<Record<string, unknown>>;

/** An answer that says what was wrong and what to do instead. */
export function problem(message: string, more: Answer = {}): Answer {
  return { error: message, ...more };
}
