import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { replySteps, stepBytes } from './scripted-openai-replies.mjs';

interface SeenMessage {
  readonly role: string;
  readonly content: unknown;
}

export interface Thought {
  readonly text?: string;
  readonly toolCalls?: readonly { readonly name: string; readonly args: Readonly<Record<string, unknown>> }[];
}

export interface ThinkingServer {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** A model server whose answers are computed from the conversation: for journeys that need ids from results. */
export async function startThinkingServer(
  think: (messages: readonly SeenMessage[]) => Thought,
): Promise<ThinkingServer> {
  let calls = 0;
  const server = createServer((request, response) => {
    void handle(request, response);
  });
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { messages } = JSON.parse(body) as { messages: SeenMessage[] };
    const thought = think(messages);
    const toolCalls = (thought.toolCalls ?? []).map((call) => ({ ...call, id: `call_${++calls}` }));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const step of replySteps({ ...(thought.text === undefined ? {} : { text: thought.text }), toolCalls }))
      response.write(stepBytes(step) ?? '');
    response.end();
  };
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Text of a message, whatever its shape. */
export function textOf(message: SeenMessage | undefined): string {
  if (message === undefined) return '';
  return typeof message.content === 'string' ? message.content : JSON.stringify(message.content ?? '');
}

/** Results of the tools that were called last, in order, parsed. */
export function lastResults(messages: readonly SeenMessage[]): readonly Record<string, unknown>[] {
  const results: Record<string, unknown>[] = [];
  for (const message of [...messages].reverse()) {
    if (message.role !== 'tool') break;
    results.unshift(JSON.parse(textOf(message)));
  }
  return results;
}
