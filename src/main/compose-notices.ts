import { app } from 'electron';
import type { PageCommand } from '../shared/contract/ipc-events';
import { Owner } from '../shared/lib/lifecycle';
import type { Redacted } from '../shared/lib/redacted';
import type { Notice } from '../shared/schemas/notice';
import type { AgentParts } from './compose-agent';
import type { Base } from './compose-base';
import type { Output } from './compose-output';
import type { ProcessParts } from './compose-processes';
import type { Shell } from './compose-shell';
import { randomHex } from './lib/random-hex';
import { systemClock } from './lib/system-clock';
import { NoticeDesk } from './notices/notice-desk';
import { NativeNotices, type NoticeAnswer } from './windows/native-notices';

export interface NoticeOptions {
  readonly base: Base;
  readonly agent: AgentParts;
  readonly processes: ProcessParts;
  readonly output: Output;
  readonly shell: Shell;
}

const ID_DIGITS = 12;

/** What the user is told: the list, notices outside the window, and the badge. */
export class Notices extends Owner {
  private readonly _native: NativeNotices;
  readonly desk: NoticeDesk;

  constructor(private readonly _options: NoticeOptions) {
    super();
    const { base, agent, processes, output, shell } = _options;
    const { redactForEgress } = base;
    this._native = this.own(
      new NativeNotices((reason) => base.log.child('notices').warn('the system refused a notice', { reason })),
    );
    this.desk = this.own(
      new NoticeDesk({
        clock: systemClock,
        store: base.noticeRows,
        newId: () => `ntc_${randomHex(ID_DIGITS)}`,
        redactForEgress,
        switches: () => base.settings.current.settings.notifications,
        attention: shell,
        facts: {
          titleOf: (sessionId) => base.transcripts.session(sessionId)?.title ?? '',
          processOf: (processId) => processes.registry.get(processId),
          isOpen: (requestId) => agent.desk.waiting().some((view) => view.requestId === requestId),
        },
        show: (notice) => this._show(notice),
      }),
    );
    this.own(output.onSent((event) => this.desk.handle(event)));
    this.own(shell.onLooked(() => this.desk.readWhatIsSeen()));
    this.own(this.desk.onChange(() => this._setBadge()));
    this._setBadge();
  }

  /** Shows one and says what the system answered. */
  test(): Promise<NoticeAnswer> {
    return this._native.test('A test of Talaria', 'This is what a notice looks like.');
  }

  private _show(notice: Redacted<Notice>): void {
    const { shell, output } = this._options;
    output.emit({ type: 'notification', title: notice.title, body: notice.body, kind: notice.kind });
    this._native.show(notice, () => {
      this.desk.read([notice.id]);
      shell.reveal();
      const place = placeOf(notice);
      if (place !== null) shell.command(place);
    });
  }

  private _setBadge(): void {
    // Desktops without badges say no; nothing depends on it.
    app.setBadgeCount(this.desk.unread());
  }
}

/** Where a notice leads. */
function placeOf({ requestId, processId, sessionId }: Notice): PageCommand | null {
  if (requestId !== null) return { name: 'show-approval', requestId };
  if (processId !== null) return { name: 'show-process', processId };
  return sessionId === null ? null : { name: 'show-session', sessionId };
}
