import { Notification } from 'electron';
import type { Disposable } from '../../shared/lib/lifecycle';
import type { Redacted } from '../../shared/lib/redacted';
import type { Notice } from '../../shared/schemas/notice';

export interface NoticeAnswer {
  readonly ok: boolean;
  readonly message: string;
}

/** A notice that nobody clicks is never reported as closed on some systems; so many are held. */
const HELD = 50;
const ANSWER_LIMIT_MS = 5_000;

const UNSUPPORTED = 'This system offers no notifications, so notices are shown in the window only.';

/** Notices outside the window. Where the system has none, or refuses one, the list in the window has it all the same. */
export class NativeNotices implements Disposable {
  /** One that nobody holds is collected, and its click is lost. */
  private readonly _held = new Set<Notification>();

  constructor(private readonly _reportFailure: (reason: string) => void) {}

  show({ title, body }: Redacted<Pick<Notice, 'title' | 'body'>>, onClick: () => void): void {
    if (!Notification.isSupported()) return;
    const notice = this._make(title, body);
    notice.on('click', () => {
      this._held.delete(notice);
      onClick();
    });
    notice.on('failed', (_event, error) => this._reportFailure(error));
    notice.show();
  }

  /** Shows one and says what the system answered. */
  async test(title: string, body: string): Promise<NoticeAnswer> {
    if (!Notification.isSupported()) return { ok: false, message: UNSUPPORTED };
    const notice = this._make(title, body);
    const answer = new Promise<NoticeAnswer>((resolve) => {
      const limit = setTimeout(
        () => resolve({ ok: false, message: 'The system did not say within 5 seconds whether it showed the notice.' }),
        ANSWER_LIMIT_MS,
      );
      const settle = (reply: NoticeAnswer) => {
        clearTimeout(limit);
        resolve(reply);
      };
      notice.on('show', () => settle({ ok: true, message: 'The system took the notice and says that it is shown.' }));
      notice.on('failed', (_event, error) => settle({ ok: false, message: `The system refused the notice: ${error}` }));
    });
    notice.show();
    return answer;
  }

  dispose(): void {
    for (const notice of this._held) notice.close();
    this._held.clear();
  }

  private _make(title: string, body: string): Notification {
    const notice = new Notification({ title, body });
    this._held.add(notice);
    notice.on('close', () => this._held.delete(notice));
    notice.on('failed', () => this._held.delete(notice));
    const [oldest] = this._held;
    if (this._held.size > HELD && oldest !== undefined) this._held.delete(oldest);
    return notice;
  }
}
