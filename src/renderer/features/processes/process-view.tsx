import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { ProcessRecord } from '../../../shared/schemas/process';
import { useCommand } from '../../lib/commands';
import { Button } from '../../ui/button';
import { IconButton } from '../../ui/icon-button';
import { showLastErrorLine } from './error-line';
import { InputLine } from './input-line';
import { KeptText } from './kept-text';
import { PasteDialog } from './paste-dialog';
import { dotOf } from './process-words';
import { TerminalSearch } from './terminal-search';
import type { TerminalSession } from './terminal-session';
import { TerminalView, type ViewEvents } from './terminal-view';
import type { ProcessActs } from './use-acts';
import { ViewHead } from './view-head';

export interface ViewHandle {
  focus(): void;
}

interface ProcessViewProps {
  readonly process: ProcessRecord;
  readonly acts: ProcessActs;
  readonly handle: Ref<ViewHandle>;
}

const REFUSED = 'The program tried to write to the clipboard. That was refused.';
const LOST = 'The terminal lost its connection to the process.';

/** The selected process: who it is, its terminal or what was kept of it, and a way to type into it. */
export function ProcessView({ process, acts, handle }: ProcessViewProps) {
  const [session, setSession] = useState<TerminalSession | null>(null);
  const [source, setSource] = useState<'live' | 'kept'>('live');
  const [attempt, setAttempt] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const [hint, setHint] = useState<string | null>(null);
  const [isSearching, setIsSearching] = useState(false);
  const [paste, setPaste] = useState<string | null>(null);
  const root = useRef<HTMLElement>(null);
  const line = useRef<HTMLInputElement>(null);
  const isOver = process.state === 'ended';
  const takesLines = !process.pty && !process.detached && process.background && process.state === 'running';

  const wantsFocus = useRef(false);
  const focus = () => {
    wantsFocus.current = session === null;
    if (takesLines) line.current?.focus();
    else session?.screen.terminal.focus();
  };
  // Asked for before it was ready; the field for a line is there with the session.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only that the session came matters.
  useEffect(() => {
    if (session !== null && wantsFocus.current) focus();
  }, [session]);
  useImperativeHandle(handle, () => ({ focus }));
  useCommand('find', () => {
    if (session === null || root.current?.contains(document.activeElement) !== true) return false;
    setIsSearching(true);
    return true;
  });

  const events: ViewEvents = {
    onReady: (ready) => {
      setSession(ready);
      setProblem(null);
      if (isOver && dotOf(process) === 'bad') showLastErrorLine(ready.screen.terminal);
    },
    onGone: (hadText) => {
      if (!isOver) setProblem(LOST);
      else if (!hadText) setSource('kept');
    },
    onProblem: setProblem,
    onOpenSearch: () => setIsSearching(true),
    onClipboardRefused: () => setHint(REFUSED),
    onPasteWarning: setPaste,
  };
  const handleClick = () => {
    if (takesLines && session?.screen.terminal.hasSelection() === false) line.current?.focus();
  };
  const pasteNow = (text: string) => {
    setPaste(null);
    if (takesLines) session?.sendLine(text.replaceAll('\r\n', '\n').replace(/\n$/, ''));
    // The dialog gives the focus back when it is gone; the terminal takes it after that.
    else setTimeout(() => session?.pasteNow(text));
  };
  const closeSearch = () => {
    setIsSearching(false);
    focus();
  };

  return (
    <section ref={root} className="processes-view" aria-label={`Terminal of ${process.command}`}>
      <ViewHead process={process} acts={acts} onSearch={session === null ? null : () => setIsSearching(true)} />
      {process.note !== null && <p className="processes-hint">{process.note}</p>}
      <Said text={acts.said(process.id)} onClose={acts.hush} />
      <Said text={hint} onClose={() => setHint(null)} />
      {problem !== null && (
        <div className="processes-said" role="alert">
          <span className="processes-bad">{problem}</span>
          <Button kind="line" onClick={() => setAttempt(attempt + 1)}>
            Try again
          </Button>
        </div>
      )}
      {isSearching && session !== null && <TerminalSearch session={session} onClose={closeSearch} />}
      {process.detached && !isOver ? (
        <p className="processes-notice">It was started before Talaria was, so what it prints cannot be shown.</p>
      ) : source === 'kept' ? (
        <KeptText process={process} />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a click only moves the focus; Tab does the same.
        <div className="processes-terminal-place" onClick={handleClick}>
          <TerminalView processId={process.id} command={process.command} events={events} attempt={attempt} />
        </div>
      )}
      {takesLines && session !== null && (
        <InputLine
          command={process.command}
          field={line}
          onSend={(text) => session.sendLine(text)}
          onPasteLines={setPaste}
        />
      )}
      {paste !== null && <PasteDialog text={paste} onPaste={() => pasteNow(paste)} onClose={() => setPaste(null)} />}
    </section>
  );
}

function Said({ text, onClose }: { readonly text: string | null; readonly onClose: () => void }) {
  if (text === null) return null;
  return (
    <div className="processes-said" role="status">
      <span>{text}</span>
      <IconButton label="Close message" icon="close" onClick={onClose} />
    </div>
  );
}
