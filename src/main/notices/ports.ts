import type { ProcessId, RequestId, SessionId } from '../../shared/lib/ids';
import type { Notice } from '../../shared/schemas/notice';
import type { ProcessRecord } from '../../shared/schemas/process';

/** Where notices are kept. */
export interface NoticeStore {
  /** The newest 200, newest first. */
  list(): readonly Notice[];
  add(notice: Notice): void;
  markRead(ids: readonly string[]): void;
}

/** What the reader of events has to know beside them. */
export interface NoticeFacts {
  titleOf(sessionId: SessionId): string;
  processOf(processId: ProcessId): ProcessRecord | null;
  /** Whether an approval is still open. */
  isOpen(requestId: RequestId): boolean;
}

/** What a person looks at. */
export interface Attention {
  /** True when the window has the focus and shows what the notice is about. */
  isLookingAt(place: Pick<Notice, 'sessionId' | 'processId'>): boolean;
}

/** Which kinds are shown natively: a part of the settings. */
export interface NoticeSwitches {
  readonly approvals: boolean;
  readonly turns: boolean;
  readonly failures: boolean;
  readonly processes: boolean;
}
