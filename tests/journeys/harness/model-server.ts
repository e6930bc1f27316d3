import { z } from 'zod';
import { ScriptedOpenAiServer } from '../../fakes/scripted-openai-server.mjs';
import type { AppRun, AppRuns, StartOptions } from './app-run';

type Reply = NonNullable<ConstructorParameters<typeof ScriptedOpenAiServer>[0]>[number];

export interface ModelRun {
  readonly run: AppRun;
  readonly server: ScriptedOpenAiServer;
}

/** Runs of the app that talk to a scripted model over real HTTP. */
export class ModelServers {
  private readonly _servers: ScriptedOpenAiServer[] = [];

  async serve(replies: readonly Reply[]): Promise<ScriptedOpenAiServer> {
    const server = new ScriptedOpenAiServer(replies);
    await server.start();
    this._servers.push(server);
    return server;
  }

  async start(runs: AppRuns, replies: readonly Reply[], options: StartOptions = {}): Promise<ModelRun> {
    const server = await this.serve(replies);
    const flags = ['--base-url', server.baseUrl, '--model', 'scripted', ...(options.flags ?? [])];
    return { server, run: await runs.start({ ...options, flags }) };
  }

  async clean(): Promise<void> {
    for (const server of this._servers) await server.stop();
  }
}

/** A reply that runs one command. */
export function command(text: string, args: Record<string, unknown> = {}): Reply {
  return { toolCalls: [{ name: 'terminal', args: { command: text, ...args } }] };
}

const SentMessages = z.object({
  messages: z.array(
    z.looseObject({ role: z.string(), tool_call_id: z.string().optional(), content: z.unknown().optional() }),
  ),
});

/** The results of tools in a request, by call id, parsed. */
export function toolResults(request: { readonly body: unknown } | undefined): Record<string, Record<string, unknown>> {
  const { messages } = SentMessages.parse(request?.body);
  const tools = messages.filter(({ role }) => role === 'tool');
  return Object.fromEntries(tools.map(({ tool_call_id, content }) => [tool_call_id, JSON.parse(String(content))]));
}
