import { Fragment, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ProcessId, SessionId } from '../../../shared/lib/ids';
import type { ApprovalView } from '../../../shared/schemas/approval';
import { call } from '../../lib/bridge';
import { useInfo } from '../../lib/use-info';
import './conversation.css';
import './markdown/markdown.css';
import './tools/tools.css';
import './events/events.css';
import './find/find.css';
import './composer/composer.css';
import { Chips } from './composer/chips';
import { Composer } from './composer/composer';
import { withInserted } from './composer/dropped-paths';
import { QueuedMessages } from './composer/queued-messages';
import { useDraft } from './composer/use-draft';
import { useFileDrop } from './composer/use-file-drop';
import { EmptyConversation } from './empty-conversation';
import { FindBar } from './find/find-bar';
import { useFindInConversation } from './find/use-find-in-conversation';
import { type Item, ItemBuilder } from './items/build-items';
import { ItemView } from './items/item-view';
import { MessageList } from './list/message-list';
import { useTranscript } from './store/use-transcript';
import { TurnNews } from './turn-news';
import { useSessionActs } from './use-session-acts';
import { useStopKeys } from './use-stop-keys';
import { WaitingShape, Working } from './waiting-shape';

interface ConversationProps {
  /** Null: a session that begins with the next message. */
  readonly sessionId: SessionId | null;
  /** What waits for the user in this session. */
  readonly approvals: readonly ApprovalView[];
  readonly renderApproval: (approval: ApprovalView) => ReactNode;
  readonly onShowProcess: (id: ProcessId) => void;
  readonly onSessionCreated: (id: SessionId) => void;
  readonly modelLabel: string;
  readonly modeLabel: string;
  readonly onOpenSettings: (section: string) => void;
  /** Something else on the page already says how to begin. */
  readonly isIntroduced?: boolean;
}

const NO_KEYS = new Set<string>();

/** One conversation: what was said and done in it, what waits for the user, and where they write. */
export function Conversation(props: ConversationProps) {
  const { sessionId, approvals, renderApproval, onShowProcess, onSessionCreated, onOpenSettings } = props;
  const { source, transcript } = useTranscript(sessionId);
  const [folder, setFolder] = useState<string | null>(null);
  const { send, stop, retry, says } = useSessionActs({ sessionId, folder, onSessionCreated });
  const [text, setText] = useDraft(sessionId);
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const info = useInfo();

  const isRunning = transcript.runningTurn !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each session has its own.
  const builder = useMemo(() => new ItemBuilder(), [sessionId]);
  const isWaiting = approvals.length > 0;
  const items = useMemo(
    () =>
      source === null ? [] : builder.build(transcript, { drawn: source.drawn, processes: source.processes, isWaiting }),
    [builder, transcript, source, isWaiting],
  );
  const { find, wanted } = useFindInConversation(items, box, source);
  useStopKeys(isRunning, stop);
  useComposerFocus(sessionId, field);

  const insertPaths = (paths: string) => {
    const { text: next, end } = withInserted(text, paths, field.current?.selectionStart ?? text.length);
    setText(next);
    field.current?.focus();
    requestAnimationFrame(() => field.current?.setSelectionRange(end, end));
  };
  const drop = useFileDrop(insertPaths);
  const actions = useMemo(
    () => ({ onShowProcess, onRetry: retry, onOpenSettings, opened: source?.opened ?? NO_KEYS }),
    [onShowProcess, retry, onOpenSettings, source],
  );
  const renderItem = useCallback(
    (item: Item) => <ItemView key={item.key} item={item} actions={actions} isBusy={item.kind === 'end' && isRunning} />,
    [actions, isRunning],
  );
  const loadEarlier = useCallback(() => void source?.loadEarlier(), [source]);
  const pickFolder = async () => {
    const picked = await call('app.pickFolder', {});
    if (picked.folder !== null) setFolder(picked.folder);
  };
  const sendNow = async (message: string) => {
    await send(message);
    setFolder(null);
  };

  const isLoading = sessionId !== null && transcript.session === null && transcript.problem === null;
  const isEmpty = !isLoading && items.length === 0 && transcript.problem === null;
  const end = (
    <>
      {isLoading && <WaitingShape />}
      {isEmpty && !isRunning && props.isIntroduced !== true && (
        <EmptyConversation
          onPick={(example) => {
            setText(example);
            field.current?.focus();
          }}
        />
      )}
      {isRunning && !isWaiting && !isBusyInView(items) && <Working />}
      {transcript.problem !== null && (
        <p className="talk-problem" role="alert">
          {transcript.problem}
        </p>
      )}
      {approvals.map((approval) => (
        <Fragment key={approval.requestId}>{renderApproval(approval)}</Fragment>
      ))}
    </>
  );
  const cwd = transcript.session?.cwd ?? folder ?? info?.cwd ?? '';

  return (
    <section className="talk" aria-label="Session" {...drop.handlers}>
      {find.isOpen && <FindBar find={find} isLoading={transcript.hasEarlier} />}
      {sessionId === null ? (
        <div className="talk-frame">
          <div className="talk-box" role="log" aria-label="Conversation">
            <div className="talk-column">{end}</div>
          </div>
        </div>
      ) : (
        <MessageList
          key={`${sessionId} ${isLoading}`}
          sessionId={sessionId}
          items={items}
          box={box}
          wanted={wanted}
          hasEarlier={transcript.hasEarlier}
          onNeedEarlier={loadEarlier}
          renderItem={renderItem}
          needsUser={isWaiting}
        >
          {end}
        </MessageList>
      )}
      <TurnNews key={sessionId} runningTurn={transcript.runningTurn} turns={transcript.turns} />
      <div className="talk-bottom">
        {says !== null && (
          <p className="talk-says" role="status">
            {says}
          </p>
        )}
        {sessionId !== null && (
          <QueuedMessages
            key={sessionId}
            sessionId={sessionId}
            queued={transcript.queued}
            onChange={() => void source?.refresh()}
          />
        )}
        <Composer
          text={text}
          onText={setText}
          onSend={sendNow}
          onStop={stop}
          isRunning={isRunning}
          lastSaid={lastSaidIn(items)}
          field={field}
          isDropTarget={drop.isTarget}
        >
          <Chips
            folder={cwd}
            onPickFolder={sessionId === null ? () => void pickFolder() : null}
            modeLabel={props.modeLabel}
            modelLabel={props.modelLabel}
            onOpenSettings={onOpenSettings}
          />
        </Composer>
      </div>
    </section>
  );
}

/** Something at the end of the conversation already shows that work goes on. */
function isBusyInView(items: readonly Item[]): boolean {
  const last = items.at(-1);
  return (last?.kind === 'answer' && last.isGrowing) || (last?.kind === 'tool' && last.call.result === null);
}

function lastSaidIn(items: readonly Item[]): string | null {
  const last = items.findLast(({ kind }) => kind === 'user');
  return last?.kind === 'user' ? last.text : null;
}

/** A new session is there to be written in; otherwise focus is taken only from nobody. */
function useComposerFocus(sessionId: SessionId | null, field: { readonly current: HTMLTextAreaElement | null }): void {
  useEffect(() => {
    const active = document.activeElement;
    if (sessionId === null || active === null || active === document.body) field.current?.focus();
  }, [sessionId, field]);
}
