import type { PreparedCall, Toolbox, ToolCall, ToolContext } from '../../src/main/agent/ports';

/** What a scripted tool does with one call: prepares it, by default into an echo of its arguments. */
export type ScriptedTool = (call: ToolCall, context: ToolContext) => Promise<PreparedCall>;

export const echo: ScriptedTool = async (call) => ({
  kind: 'prepared',
  execute: async () => ({ result: JSON.stringify({ echo: call.args }) }),
});

/** A toolbox of scripted tools; it keeps the raw calls that it was asked to prepare. */
export class ScriptedToolbox implements Toolbox {
  readonly prepared: ToolCall[] = [];
  readonly contexts: ToolContext[] = [];

  constructor(private readonly _tools: Readonly<Record<string, ScriptedTool>> = { echo }) {}

  definitions() {
    return Object.keys(this._tools).map((name) => ({ name, description: name, parameters: { type: 'object' } }));
  }

  async prepare(call: ToolCall, context: ToolContext): Promise<PreparedCall> {
    this.prepared.push(call);
    this.contexts.push(context);
    const tool = this._tools[call.name];
    if (tool !== undefined) return tool(call, context);
    return { kind: 'immediate', outcome: { result: JSON.stringify({ error: `no tool ${call.name}` }) } };
  }
}
