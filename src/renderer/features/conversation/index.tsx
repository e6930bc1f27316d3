import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import type { SessionId } from '../../../shared/lib/ids';
import { MessageView } from './message-view';
import { TurnEnd } from './turn-end';
import { useTranscript } from './use-transcript';

export { Composer } from './composer';

interface ConversationProps {
  readonly sessionId: SessionId | null;
  /** What waits for the user in this conversation. */
  readonly waiting: readonly ReactNode[];
}

const NEAR_END_PX = 80;

export function Conversation({ sessionId, waiting }: ConversationProps) {
  const { messages, turns, live, problem } = useTranscript(sessionId);
  const box = useRef<HTMLDivElement>(null);
  const lastOfTurn = new Map(messages.map((message) => [message.turnId, message.id]));

  // Follow the newest text only while the reader is already at the end.
  const length = messages.length + live.length + waiting.length;
  useEffect(() => {
    const element = box.current;
    if (element === null || length === 0) return;
    if (element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX + element.clientHeight / 2)
      element.scrollTop = element.scrollHeight;
  }, [length]);

  return (
    <div className="transcript" ref={box} role="log" aria-label="Conversation">
      {messages.length === 0 && <p className="empty">Ask for something, for example: run "ls"</p>}
      {messages.map((message) => (
        <Fragment key={message.id}>
          <MessageView message={message} />
          {lastOfTurn.get(message.turnId) === message.id && (
            <TurnEnd turn={turns.find(({ id }) => id === message.turnId)} />
          )}
        </Fragment>
      ))}
      {live !== '' && <div className="assistant">{live}</div>}
      {problem !== null && <div className="problem">{problem}</div>}
      {waiting}
    </div>
  );
}
