import type { Message } from '../../../shared/schemas/message';

/** One entry of the transcript. */
export function MessageView({ message }: { readonly message: Message }) {
  switch (message.role) {
    case 'user':
      return <div className="user">{message.text}</div>;
    case 'event':
      return <div className="event">{message.text}</div>;
    case 'assistant':
      return (
        <>
          {message.text !== '' && <div className="assistant">{message.text}</div>}
          {message.toolCalls.map((toolCall) => (
            <details key={toolCall.callId}>
              <summary>
                {toolCall.name} <span className="mono">{preview(toolCall.args)}</span>
              </summary>
              <pre>{toolCall.args}</pre>
            </details>
          ))}
        </>
      );
    case 'tool':
      return (
        <details>
          <summary>Result of {message.name}</summary>
          <pre>{message.result}</pre>
        </details>
      );
  }
}

const PREVIEW_CHARS = 72;

function preview(args: string): string {
  return args.length > PREVIEW_CHARS ? `${args.slice(0, PREVIEW_CHARS - 1)}…` : args;
}
