import type { EngineEvent } from '../../shared/contract/engine-events';
import { firstChars } from '../../shared/lib/cut-text';
import { Emitter } from '../../shared/lib/emitter';
import type { RequestId } from '../../shared/lib/ids';
import { DisposableStore, Owner } from '../../shared/lib/lifecycle';
import type { Redacted } from '../../shared/lib/redacted';
import type { Notice, NoticeKind } from '../../shared/schemas/notice';
import type { NoticeStore, NoticeSwitches } from './ports';
import { EventReader, type EventReaderPorts, type NoticeDraft } from './read-event';

/** What is answered by policy is asked and answered at once; only what still waits after this is told. */
const APPROVAL_SETTLE_MS = 50;
/** One process that matches again and again is shown natively at most so often; every match is in the list. */
const MATCH_QUIET_MS = 5_000;
const MAX_TITLE_CHARS = 80;
const MAX_BODY_CHARS = 240;
const REMEMBERED_KEYS = 1_000;

export interface NoticeDeskPorts extends EventReaderPorts {
  readonly store: NoticeStore;
  readonly newId: () => string;
  readonly redactForEgress: <T>(value: T) => Redacted<T>;
  readonly switches: () => NoticeSwitches;
  /** Shows it outside the window. Called only when the user does not look at what it tells of. */
  readonly show: (notice: Redacted<Notice>) => void;
}

/**
 * Tells the user what happened, once: in the list always, outside the window when the user does not look there. It
 * hears engine events from its birth on; what was before is never told.
 */
export class NoticeDesk extends Owner {
  private readonly _reader: EventReader;
  private readonly _changed = this.own(new Emitter<void>());
  private readonly _timers = this.own(new DisposableStore());
  private readonly _told = new Set<string>();
  private readonly _lastMatchAt = new Map<string, number>();

  /** A notice is new or was read. */
  readonly onChange = this._changed.event;

  constructor(private readonly _ports: NoticeDeskPorts) {
    super();
    this._reader = new EventReader(_ports);
  }

  /** The newest first. */
  list(): readonly Notice[] {
    return this._ports.store.list();
  }

  unread(): number {
    return this.list().filter(({ isRead }) => !isRead).length;
  }

  /** Takes every engine event, as it happens. */
  handle(event: EngineEvent): void {
    if (event.type === 'approval.resolved') this._readWhere(({ requestId }) => requestId === event.requestId);
    const draft = this._reader.read(event);
    if (draft === null || this._told.has(draft.key)) return;
    this._remember(draft.key);
    if (draft.requestId === null) this._tell(draft);
    else this._tellIfStillOpen(draft, draft.requestId);
  }

  read(ids: readonly string[]): void {
    if (ids.length === 0) return;
    this._ports.store.markRead(ids);
    this._changed.fire();
  }

  /** What the user looks at now needs no attention any more; an open approval does. */
  readWhatIsSeen(): void {
    this._readWhere((notice) => notice.kind !== 'approval' && this._ports.attention.isLookingAt(notice));
  }

  private _readWhere(isMeant: (notice: Notice) => boolean): void {
    this.read(
      this.list()
        .filter((notice) => !notice.isRead && isMeant(notice))
        .map(({ id }) => id),
    );
  }

  private _tellIfStillOpen(draft: NoticeDraft, requestId: RequestId): void {
    const timer = this._ports.clock.after(APPROVAL_SETTLE_MS, () => {
      this._timers.remove(timer);
      if (this._ports.facts.isOpen(requestId)) this._tell(draft);
    });
    this._timers.add(timer);
  }

  private _tell({ key: _key, ...draft }: NoticeDraft): void {
    const isSeen = this._ports.attention.isLookingAt(draft);
    const notice = this._ports.redactForEgress({
      ...draft,
      title: firstChars(this._masked(draft.title).replaceAll(/\s+/g, ' ').trim(), MAX_TITLE_CHARS).text,
      body: firstChars(this._masked(draft.body).trim(), MAX_BODY_CHARS).text,
      id: this._ports.newId(),
      at: this._ports.clock.now(),
      isRead: isSeen && draft.kind !== 'approval',
    });
    this._ports.store.add(notice);
    this._changed.fire();
    if (!isSeen && isOn(notice.kind, this._ports.switches()) && !this._isTooSoon(notice)) this._ports.show(notice);
  }

  /** Before anything is cut: half a secret would not be found. */
  private _masked(text: string): string {
    return this._ports.redactForEgress(text);
  }

  private _isTooSoon({ kind, processId }: Notice): boolean {
    if (kind !== 'watch-match' || processId === null) return false;
    const now = this._ports.clock.now();
    const last = this._lastMatchAt.get(processId);
    if (last !== undefined && now - last < MATCH_QUIET_MS) return true;
    this._lastMatchAt.set(processId, now);
    return false;
  }

  private _remember(key: string): void {
    this._told.add(key);
    if (this._told.size <= REMEMBERED_KEYS) return;
    const [oldest] = this._told;
    if (oldest !== undefined) this._told.delete(oldest);
  }
}

function isOn(kind: NoticeKind, switches: NoticeSwitches): boolean {
  switch (kind) {
    case 'approval':
      return switches.approvals;
    case 'turn-completed':
      return switches.turns;
    case 'turn-failed':
      return switches.failures;
    case 'process-ended':
    case 'watch-match':
      return switches.processes;
  }
}
