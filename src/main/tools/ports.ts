import type { z } from 'zod';
import type { ToolContext, ToolOutcome } from '../agent/ports';

/**
 * One tool. `prepare` validates and asks for leave (it may answer at once); what it returns runs the call.
 * Neither throws for what the model or the world did wrong: that is an outcome.
 */
export interface Tool<Schema extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly emoji: string;
  readonly description: string;
  readonly input: Schema;
  prepare(input: z.infer<Schema>, context: ToolContext): Promise<PreparedTool>;
}

export type PreparedTool =
  | { readonly kind: 'prepared'; execute(): Promise<ToolOutcome> }
  | { readonly kind: 'immediate'; readonly outcome: ToolOutcome };
