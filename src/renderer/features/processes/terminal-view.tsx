import '@xterm/xterm/css/xterm.css';
import { useEffect, useRef } from 'react';
import { messageOf } from '../../../shared/errors/app-error';
import type { ProcessId } from '../../../shared/lib/ids';
import { openViewPort } from '../../lib/bridge';
import { copyText } from '../../lib/copy';
import { openLink } from '../../lib/open-link';
import { useSettings } from '../../lib/use-settings';
import { type SessionOptions, TerminalSession } from './terminal-session';
import { useShown } from './use-shown';

export type ViewEvents = Pick<SessionOptions, 'onOpenSearch' | 'onClipboardRefused' | 'onPasteWarning' | 'onGone'> & {
  readonly onReady: (session: TerminalSession) => void;
  readonly onProblem: (message: string) => void;
};

interface TerminalViewProps {
  readonly processId: ProcessId;
  readonly command: string;
  readonly events: ViewEvents;
  /** Another number opens the view again. */
  readonly attempt: number;
}

const FONT_WAIT_MS = 1_000;

/** The live terminal of one process. One is open at a time: another process is another view. */
export function TerminalView({ processId, command, events, attempt }: TerminalViewProps) {
  const box = useRef<HTMLDivElement>(null);
  const session = useRef<TerminalSession | null>(null);
  const latest = useRef(events);
  latest.current = events;
  const isShown = useShown(box);
  const shown = useRef(isShown);
  shown.current = isShown;
  const fontSize = useSettings().appearance.terminalFontSize;
  const size = useRef(fontSize);
  size.current = fontSize;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens it again.
  useEffect(() => {
    let isOver = false;
    const open = async (element: HTMLElement) => {
      const [port] = await Promise.all([openViewPort(processId), fontsReady(element, size.current)]);
      if (isOver) {
        port.close();
        return;
      }
      const opened = new TerminalSession({
        port,
        box: element,
        fontSize: size.current,
        label: `Terminal of ${command}`,
        openLink: (url) => void openLink(url).catch((error) => latest.current.onProblem(messageOf(error))),
        copy: (text) => void copyText(text).catch((error) => latest.current.onProblem(messageOf(error))),
        onOpenSearch: () => latest.current.onOpenSearch(),
        onClipboardRefused: () => latest.current.onClipboardRefused(),
        onPasteWarning: (text) => latest.current.onPasteWarning(text),
        onReady: () => latest.current.onReady(opened),
        onGone: (hadText) => latest.current.onGone(hadText),
      });
      opened.setVisible(shown.current);
      session.current = opened;
    };
    if (box.current !== null) {
      open(box.current).catch((error) => {
        if (!isOver) latest.current.onProblem(messageOf(error));
      });
    }
    return () => {
      isOver = true;
      session.current?.dispose();
      session.current = null;
    };
  }, [processId, attempt]);

  useEffect(() => session.current?.setVisible(isShown), [isShown]);
  useEffect(() => session.current?.screen.setFontSize(fontSize), [fontSize]);

  return (
    <div className="processes-terminal" data-testid="terminal">
      <div ref={box} className="processes-terminal-box" />
    </div>
  );
}

/** A terminal measures its letters once: they have to be there, but not for ever. */
async function fontsReady(element: HTMLElement, fontSize: number): Promise<void> {
  const family = getComputedStyle(element).getPropertyValue('--mono');
  const wait = new Promise<void>((resolve) => {
    setTimeout(resolve, FONT_WAIT_MS);
  });
  const load = Promise.all([450, 650].map((weight) => document.fonts.load(`${weight} ${fontSize}px ${family}`)));
  await Promise.race([wait, load.catch(() => undefined)]);
}
