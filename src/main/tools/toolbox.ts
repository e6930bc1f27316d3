import { z } from 'zod';
import { messageOf } from '../../shared/errors/app-error';
import { firstChars } from '../../shared/lib/cut-text';
import { JsonObject } from '../../shared/lib/json';
import type { PreparedCall, Toolbox, ToolCall, ToolContext, ToolDefinition, ToolOutcome } from '../agent/ports';
import { type Answer, problem } from './answer';
import type { Tool } from './ports';

export interface ToolboxPorts {
  readonly tools: readonly Tool[];
  /** A bug in a tool: the model is told, the log keeps the stack. */
  readonly logBug: (tool: string, error: unknown) => void;
}

const MAX_NAMED_ISSUES = 3;
const MAX_NAMED_ARGUMENTS = 10;
const MAX_NAME_CHARS = 60;

const Arguments = z.record(z.string(), z.unknown());

/** Finds, validates and prepares tool calls. Whatever goes wrong becomes an answer that names it. */
export function createToolbox({ tools, logBug }: ToolboxPorts): Toolbox {
  const byName = new Map(tools.map((tool) => [tool.name, { tool, definition: definitionOf(tool) }]));
  const definitions = [...byName.values()].map(({ definition }) => definition);

  /** Runs a step of a tool; what it throws is a bug, and an answer. */
  const guard = async <T>(tool: Tool, step: () => Promise<T>, failed: (answer: Answer) => T): Promise<T> => {
    try {
      return await step();
    } catch (error) {
      logBug(tool.name, error);
      return failed(problem(`${tool.name} failed: ${messageOf(error)}`, tool.failureFields));
    }
  };

  return {
    definitions: () => definitions,
    async prepare(call, context) {
      const found = byName.get(call.name);
      if (found === undefined) {
        const names = [...byName.keys()].join(', ');
        return immediate(problem(`There is no tool ${firstChars(call.name, MAX_NAME_CHARS).text}. Tools: ${names}.`));
      }
      const { tool } = found;
      return guard(tool, () => prepare(found, call, context, (run) => guard(tool, run, toOutcome)), immediate);
    },
  };
}

type Entry = { readonly tool: Tool; readonly definition: ToolDefinition };
type Guard = (run: () => Promise<ToolOutcome>) => Promise<ToolOutcome>;

async function prepare(entry: Entry, call: ToolCall, context: ToolContext, guard: Guard): Promise<PreparedCall> {
  const { tool, definition } = entry;
  const refuse = (message: string) => immediate(problem(message, tool.failureFields));
  const args = parseArguments(call.args);
  if (args === null) return refuse(`The arguments of ${tool.name} are not a JSON object. Send one.`);
  const unknown = unknownArguments(definition, tool, args);
  const input = tool.input.safeParse(args);
  if (!input.success) {
    const ignored = unknown.names.length === 0 ? '' : ` It has no ${unknown.names.join(', ')}.`;
    return refuse(`${tool.name}: ${issueText(input.error, definition, args)}.${ignored}`);
  }
  const prepared = await tool.prepare(input.data, context);
  if (prepared.kind === 'immediate') return immediate({ ...prepared.answer, ...unknown.notes });
  return {
    kind: 'prepared',
    execute: () => guard(async () => toOutcome({ ...(await prepared.execute()), ...unknown.notes })),
  };
}

/** Non-ASCII stays readable; absent fields are left out. */
function toOutcome(answer: Answer): ToolOutcome {
  return { result: JSON.stringify(answer) };
}

function immediate(answer: Answer): PreparedCall {
  return { kind: 'immediate', outcome: toOutcome(answer) };
}

function definitionOf(tool: Tool): ToolDefinition {
  const schema = z.toJSONSchema(tool.input, { io: 'input', unrepresentable: 'any' });
  const { $schema: _, ...parameters } = JsonObject.parse(JSON.parse(JSON.stringify(schema)));
  return { name: tool.name, description: tool.description, parameters };
}

/** An argument that is null is one that was not given: models fill in what they do not use. */
function parseArguments(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const parsed = Arguments.safeParse(JSON.parse(text.trim() === '' ? '{}' : text));
    if (!parsed.success) return null;
    return Object.fromEntries(Object.entries(parsed.data).filter(([, value]) => value !== null));
  } catch {
    // Not JSON: the caller says so to the model.
    return null;
  }
}

/** What was sent and has no effect: it is said, so that a model does not count on it. */
function unknownArguments({ parameters }: ToolDefinition, tool: Tool, args: Readonly<Record<string, unknown>>) {
  const properties = propertiesOf(parameters);
  const unoffered = new Map(Object.entries(tool.unoffered ?? {}));
  const unknown = Object.keys(args).filter((name) => !Object.hasOwn(properties, name));
  const names = unknown
    .filter((name) => !unoffered.has(name))
    .slice(0, MAX_NAMED_ARGUMENTS)
    .map((name) => firstChars(name, MAX_NAME_CHARS).text);
  const notes: Answer = {
    ...Object.fromEntries(unknown.flatMap((name) => noteOn(name, unoffered))),
    ...(names.length === 0 ? {} : { ignored_arguments: names }),
  };
  return { names, notes };
}

function noteOn(name: string, unoffered: ReadonlyMap<string, string>): [string, string][] {
  const note = unoffered.get(name);
  return note === undefined ? [] : [[`${name}_note`, note]];
}

function propertiesOf(parameters: JsonObject): JsonObject {
  const properties = JsonObject.safeParse(parameters.properties);
  return properties.success ? properties.data : {};
}

function issueText(error: z.ZodError, { parameters }: ToolDefinition, args: Readonly<Record<string, unknown>>): string {
  const properties = propertiesOf(parameters);
  return error.issues
    .slice(0, MAX_NAMED_ISSUES)
    .map(({ path, message }) => {
      const [name] = path.map(String);
      if (name === undefined) return message;
      if (Object.hasOwn(args, name)) return `${path.map(String).join('.')}: ${message}`;
      return `${name} is missing${descriptionOf(properties[name])}`;
    })
    .join('; ');
}

function descriptionOf(property: unknown): string {
  const parsed = z.looseObject({ description: z.string() }).safeParse(property);
  return parsed.success ? ` (${parsed.data.description.replace(/\.$/, '')})` : '';
}
