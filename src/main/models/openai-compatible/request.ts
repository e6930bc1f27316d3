import type { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { JsonObject } from '../../../shared/lib/json';
import type { ModelMessage, ModelRequest, ToolCall } from '../../agent/ports';

export type ChatModel = ReturnType<ReturnType<typeof createOpenAICompatible>['chatModel']>;
type CallOptions = Parameters<ChatModel['doStream']>[0];
type PromptMessage = CallOptions['prompt'][number];

/** Events are no words of the user; the protocol has no role for them, so a header says what they are. */
const EVENT_HEADER = '[Automatic notice from Talaria, not written by the user]';

/** The request in the wire library's terms. Tools are described, never executed by the library. */
export function callOptions(request: ModelRequest): Pick<CallOptions, 'prompt' | 'tools'> {
  const system: PromptMessage[] = request.system === '' ? [] : [{ role: 'system', content: request.system }];
  return {
    prompt: [...system, ...request.messages.flatMap(promptMessages)],
    tools: request.tools.map((tool) => ({
      type: 'function',
      name: tool.name,
      description: tool.description,
      inputSchema: tool.parameters,
    })),
  };
}

function promptMessages(message: ModelMessage): PromptMessage[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: [{ type: 'text', text: message.text }] }];
    case 'event':
      return [{ role: 'user', content: [{ type: 'text', text: `${EVENT_HEADER}\n${message.text}` }] }];
    case 'assistant':
      return assistantMessages(message.text, message.toolCalls);
    case 'tool':
      return [
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: message.callId,
              toolName: message.name,
              output: { type: 'text', value: message.result },
            },
          ],
        },
      ];
  }
}

/** An assistant message without any content is left out: servers refuse it. */
function assistantMessages(text: string, toolCalls: readonly ToolCall[]): PromptMessage[] {
  if (text === '' && toolCalls.length === 0) return [];
  const calls = toolCalls.map((call) => ({
    type: 'tool-call' as const,
    toolCallId: call.callId,
    toolName: call.name,
    input: sentArguments(call.args),
  }));
  return [{ role: 'assistant', content: text === '' ? calls : [{ type: 'text', text }, ...calls] }];
}

/**
 * Arguments of an earlier call as they are sent again. Several servers parse them to fill a template and fail the
 * whole request on text that is no JSON object, so such text is wrapped into one.
 */
function sentArguments(args: string): string {
  try {
    if (JsonObject.safeParse(JSON.parse(args)).success) return args;
  } catch {
    // Not JSON: wrapped below.
  }
  return JSON.stringify({ unreadable_arguments: args });
}
