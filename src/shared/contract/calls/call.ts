import { z } from 'zod';

/** Declares one call: what goes in, what comes out. */
export function call<I extends z.ZodType, O extends z.ZodType>(input: I, output: O) {
  return { input, output };
}

/** Nothing to say. */
export const nothing = z.strictObject({});
