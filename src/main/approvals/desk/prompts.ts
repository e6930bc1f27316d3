import type { RequestId, SessionId, TurnId } from '../../../shared/lib/ids';
import type { Disposable } from '../../../shared/lib/lifecycle';
import type { ApprovalView } from '../../../shared/schemas/approval';
import type { ApprovalOutcome, Verdict } from '../ports';

/** What is asked for, whichever tool asks. */
export interface Question {
  readonly sessionId: SessionId;
  readonly turnId: TurnId | null;
  /** The raw text. It stays in main: it is compared, judged and masked, and never sent. */
  readonly text: string;
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly verdict: Verdict;
  /** Judges it by the rules that are in force now. */
  readonly judgeAgain: () => Promise<Verdict>;
}

/** One tool call that waits. */
export interface Waiter {
  readonly question: Question;
  readonly settle: (outcome: ApprovalOutcome) => void;
}

/** One open request. Identical calls of a session wait behind the same one. */
export interface Prompt {
  readonly view: ApprovalView;
  readonly waiters: Waiter[];
  readonly timer: Disposable;
}

/** The open requests, oldest first. */
export class Prompts {
  private readonly _open = new Map<RequestId, Prompt>();

  add(prompt: Prompt): void {
    this._open.set(prompt.view.requestId, prompt);
  }

  get(requestId: RequestId): Prompt | undefined {
    return this._open.get(requestId);
  }

  /** The open request that asks exactly the same for the same session, if any. */
  findSame(question: Question): Prompt | undefined {
    return this.all().find((prompt) => {
      const asked = prompt.waiters[0]?.question;
      return asked !== undefined && isSame(asked, question);
    });
  }

  /** Closes a request: its timer ends, and later answers find nothing. */
  close(prompt: Prompt): void {
    prompt.timer.dispose();
    this._open.delete(prompt.view.requestId);
  }

  all(): readonly Prompt[] {
    return [...this._open.values()];
  }
}

function isSame(one: Question, other: Question): boolean {
  return one.sessionId === other.sessionId && one.text === other.text && one.cwd === other.cwd;
}
