import './notices.css';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../shared/errors/app-error';
import type { Notice, NoticeKind } from '../../../shared/schemas/notice';
import { call } from '../../lib/bridge';
import { useEscape } from '../../lib/escape';
import { count } from '../../lib/short-words';
import { exactTime, relativeTime } from '../../lib/time-words';
import { useNow } from '../../lib/use-now';
import { Button } from '../../ui/button';
import { Dot, type DotState } from '../../ui/dot';
import { EmptyState } from '../../ui/empty-state';
import { IconButton } from '../../ui/icon-button';

interface NoticesProps {
  readonly notices: readonly Notice[];
  /** Sessions that wait for the user; the number on the bell. */
  readonly needYou: number;
  readonly onOpenPlace: (notice: Notice) => void;
}

/** The bell with its number, and the list of what happened. */
export function Notices({ notices, needYou, onOpenPlace }: NoticesProps) {
  const [isOpen, setIsOpen] = useState(false);
  const unread = notices.filter(({ isRead }) => !isRead).length;
  const name = [
    'Notices',
    needYou > 0 && `${count(needYou, 'session needs', 'sessions need')} you`,
    unread > 0 && `${unread} new`,
  ];
  return (
    <div className="notices">
      <IconButton
        label={name.filter(Boolean).join(', ')}
        icon="bell"
        iconSize={16}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {needYou > 0 && <span className="notices-badge">{needYou > 99 ? '99+' : needYou}</span>}
        {needYou === 0 && unread > 0 && <span className="notices-new" />}
      </IconButton>
      {isOpen && (
        <NoticeList
          notices={notices}
          onClose={() => setIsOpen(false)}
          onOpenPlace={(notice) => {
            setIsOpen(false);
            onOpenPlace(notice);
          }}
        />
      )}
    </div>
  );
}

const MINUTE_MS = 60_000;

interface NoticeListProps {
  readonly notices: readonly Notice[];
  readonly onClose: () => void;
  readonly onOpenPlace: (notice: Notice) => void;
}

function NoticeList({ notices, onClose, onOpenPlace }: NoticeListProps) {
  const box = useRef<HTMLDivElement>(null);
  const now = useNow(MINUTE_MS);
  const newOnes = useReadAll(notices);
  useEscape(onClose);
  useCloseOutside(box, onClose);
  const newestFirst = notices.toSorted((a, b) => b.at - a.at);
  return (
    <div ref={box} className="notices-panel" role="dialog" aria-label="Notices" tabIndex={-1}>
      <header>
        <h2>Notices</h2>
        <TestButton />
      </header>
      {notices.length === 0 && (
        <EmptyState text="What ends, fails or asks for you while you look elsewhere is kept here." />
      )}
      <ul>
        {newestFirst.map((notice) => (
          <li key={notice.id}>
            <button type="button" className="notices-row" onClick={() => onOpenPlace(notice)}>
              <Dot state={DOTS[notice.kind]} />
              <span className={newOnes.has(notice.id) ? 'notices-title notices-is-new' : 'notices-title'}>
                {notice.title}
              </span>
              <time title={exactTime(notice.at)}>{relativeTime(notice.at, now)}</time>
              <span className="notices-body">{notice.body}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const DOTS: Readonly<Record<NoticeKind, DotState>> = {
  approval: 'wait',
  'turn-completed': 'idle',
  'turn-failed': 'bad',
  'process-ended': 'off',
  'watch-match': 'run',
};

/** Seen is read. Gives those that were new when the list was opened, or came while it is open. */
function useReadAll(notices: readonly Notice[]): ReadonlySet<string> {
  const [newOnes, setNewOnes] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const ids = notices.filter(({ isRead }) => !isRead).map(({ id }) => id);
    if (ids.length === 0) return;
    setNewOnes((old) => new Set([...old, ...ids]));
    // Left unread when it fails: then they are still new the next time.
    call('notices.read', { ids }).catch(() => undefined);
  }, [notices]);
  return newOnes;
}

function useCloseOutside(box: React.RefObject<HTMLDivElement | null>, onClose: () => void) {
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    const before = document.activeElement;
    box.current?.focus();
    const handlePointer = (event: PointerEvent) => {
      const { target } = event;
      // The bell closes it by itself.
      const isOurs = target instanceof Node && box.current?.parentElement?.contains(target);
      if (isOurs !== true) latest.current();
    };
    document.addEventListener('pointerdown', handlePointer, true);
    return () => {
      document.removeEventListener('pointerdown', handlePointer, true);
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    };
  }, [box]);
}

function TestButton() {
  const [said, setSaid] = useState<string | null>(null);
  const test = async () => {
    setSaid('Asking the system…');
    try {
      setSaid((await call('notices.test', {})).message);
    } catch (error) {
      setSaid(messageOf(error));
    }
  };
  return (
    <>
      <Button onClick={() => void test()}>Send a test notice</Button>
      <p className="notices-said" role="status">
        {said}
      </p>
    </>
  );
}
