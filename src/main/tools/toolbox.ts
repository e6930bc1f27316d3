import { z } from 'zod';
import { messageOf } from '../../shared/errors/app-error';
import { JsonObject } from '../../shared/lib/json';
import type { PreparedCall, Toolbox, ToolCall, ToolContext, ToolDefinition } from '../agent/ports';
import { problem } from './outcome';
import type { Tool } from './ports';

export interface ToolboxPorts {
  readonly tools: readonly Tool[];
  /** A bug in a tool: the model is told, the log keeps the stack. */
  readonly logBug: (tool: string, error: unknown) => void;
}

/** Finds, validates and prepares tool calls. Whatever goes wrong becomes an outcome that names it. */
export function createToolbox({ tools, logBug }: ToolboxPorts): Toolbox {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const definitions = tools.map(definitionOf);

  const prepare = async (call: ToolCall, context: ToolContext): Promise<PreparedCall> => {
    const tool = byName.get(call.name);
    if (tool === undefined) return refuse(`There is no tool ${call.name}. Tools: ${[...byName.keys()].join(', ')}.`);
    const args = parseArgs(call.args);
    if (args === null) return refuse(`The arguments of ${call.name} are not a JSON object. Send one.`);
    const input = tool.input.safeParse(args);
    if (!input.success) return refuse(`${call.name}: ${issueText(input.error)}`);
    return tool.prepare(input.data, context);
  };

  return {
    definitions: () => definitions,
    async prepare(call, context) {
      try {
        const prepared = await prepare(call, context);
        if (prepared.kind === 'immediate') return prepared;
        return { kind: 'prepared', execute: () => guard(call.name, () => prepared.execute()) };
      } catch (error) {
        logBug(call.name, error);
        return refuse(`${call.name} failed: ${messageOf(error)}`);
      }
    },
  };

  async function guard(name: string, run: () => ReturnType<Extract<PreparedCall, { kind: 'prepared' }>['execute']>) {
    try {
      return await run();
    } catch (error) {
      logBug(name, error);
      return problem(`${name} failed: ${messageOf(error)}`);
    }
  }
}

function refuse(message: string): PreparedCall {
  return { kind: 'immediate', outcome: problem(message) };
}

function definitionOf(tool: Tool): ToolDefinition {
  const schema = z.toJSONSchema(tool.input, { io: 'input', unrepresentable: 'any' });
  const { $schema: _, ...parameters } = JsonObject.parse(JSON.parse(JSON.stringify(schema)));
  return { name: tool.name, description: tool.description, parameters };
}

function parseArgs(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    // Not JSON: the caller says so to the model.
    return null;
  }
}

function issueText(error: z.ZodError): string {
  return error.issues
    .slice(0, 3)
    .map((issue) => (issue.path.length === 0 ? issue.message : `${issue.path.map(String).join('.')}: ${issue.message}`))
    .join('; ');
}
