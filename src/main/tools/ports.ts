import type { z } from 'zod';
import type { ToolContext } from '../agent/ports';
import type { Answer } from './answer';

/**
 * One tool. `prepare` validates and asks for leave (it may answer at once); what it returns runs the call.
 * Neither throws for what the model or the world did wrong: that is an answer.
 */
export interface Tool<Schema extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly emoji: string;
  readonly description: string;
  readonly input: Schema;
  /** Fields that an answer has even when the call never ran. */
  readonly failureFields?: Answer;
  /** Arguments that models know and this tool does not offer, with what to say about each. */
  readonly unoffered?: Readonly<Record<string, string>>;
  prepare(input: z.infer<Schema>, context: ToolContext): Promise<PreparedTool>;
}

export type PreparedTool =
  | { readonly kind: 'prepared'; execute(): Promise<Answer> }
  | { readonly kind: 'immediate'; readonly answer: Answer };
