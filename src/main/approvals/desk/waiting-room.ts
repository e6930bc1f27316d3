import type { Clock } from '../../../shared/lib/clock';
import { Emitter, type Event } from '../../../shared/lib/emitter';
import type { RequestId, SessionId } from '../../../shared/lib/ids';
import { Owner, toDisposable } from '../../../shared/lib/lifecycle';
import type { ApprovalView } from '../../../shared/schemas/approval';
import type { ApprovalOutcome } from '../ports';
import type { Announcer, Decision } from './announcer';
import { interrupted, timedOut } from './model-texts';
import { type Prompt, Prompts, type Question, type Waiter } from './prompts';

/** Where questions wait for a person: until they are answered, time out, or their turn is stopped. */
export class WaitingRoom extends Owner {
  private readonly _prompts = new Prompts();
  private readonly _changed = this.own(new Emitter<readonly ApprovalView[]>());

  /** The open requests, after each change. */
  readonly onChange: Event<readonly ApprovalView[]> = this._changed.event;

  constructor(
    private readonly _clock: Clock,
    private readonly _announcer: Announcer,
  ) {
    super();
    this.own(toDisposable(() => this._interruptAll()));
  }

  /** Oldest first. */
  views(): readonly ApprovalView[] {
    return this._prompts.all().map((prompt) => prompt.view);
  }

  find(requestId: RequestId): Prompt | undefined {
    return this._prompts.get(requestId);
  }

  ofSession(sessionId: SessionId): readonly Prompt[] {
    return this._prompts.all().filter((prompt) => prompt.view.sessionId === sessionId);
  }

  /** Resolves when the question is settled; an identical one that is open already is joined. */
  wait(question: Question): Promise<ApprovalOutcome> {
    return new Promise((resolve) => {
      const handleAbort = () => this._withdraw(waiter);
      const waiter: Waiter = {
        question,
        settle: (outcome) => {
          question.signal.removeEventListener('abort', handleAbort);
          resolve(outcome);
        },
      };
      question.signal.addEventListener('abort', handleAbort, { once: true });
      const same = this._prompts.findSame(question);
      if (same === undefined) this._open([waiter]);
      else same.waiters.push(waiter);
    });
  }

  /** `once` is for one call only: those that wait behind it are asked anew, under a new id (case 246). */
  resolve(prompt: Prompt, decision: Decision, outcome: ApprovalOutcome): void {
    const [first, ...others] = prompt.waiters;
    this._prompts.close(prompt);
    this._announcer.resolved(prompt.view, decision, first?.question.verdict.rule ?? null);
    const settled = decision.choice === 'once' ? prompt.waiters.slice(0, 1) : prompt.waiters;
    for (const waiter of settled) waiter.settle(outcome);
    if (decision.choice === 'once' && others.length > 0) this._open(others);
    else this._changed.fire(this.views());
  }

  /** A rule that was made meanwhile covers it: all that wait behind it go on. Does nothing when it is closed already. */
  release(prompt: Prompt, rule: string | null): void {
    if (this._prompts.get(prompt.view.requestId) !== prompt) return;
    this._prompts.close(prompt);
    this._announcer.resolved(prompt.view, { choice: 'once', by: 'policy' }, rule);
    for (const waiter of prompt.waiters) waiter.settle({ approved: true, by: 'rule', rule });
    this._changed.fire(this.views());
  }

  /** Oldest first. */
  all(): readonly Prompt[] {
    return this._prompts.all();
  }

  private _open(waiters: Waiter[]): void {
    const question = waiters[0]?.question;
    if (question === undefined) return;
    const view = this._announcer.view(question);
    const limitMs = view.expiresAt - this._clock.now();
    const timer = this._clock.after(limitMs, () => this._expire(view.requestId, limitMs / 1_000));
    this._prompts.add({ view, waiters, timer });
    this._announcer.requested(view);
    this._changed.fire(this.views());
  }

  private _expire(requestId: RequestId, seconds: number): void {
    const prompt = this._prompts.get(requestId);
    if (prompt !== undefined) this.resolve(prompt, { choice: 'deny', by: 'timeout' }, timedOut(seconds));
  }

  private _withdraw(waiter: Waiter): void {
    const prompt = this._prompts.all().find((open) => open.waiters.includes(waiter));
    if (prompt === undefined) return;
    if (prompt.waiters.length === 1) {
      this.resolve(prompt, { choice: 'deny', by: 'policy' }, interrupted());
      return;
    }
    prompt.waiters.splice(prompt.waiters.indexOf(waiter), 1);
    waiter.settle(interrupted());
  }

  private _interruptAll(): void {
    for (const prompt of this._prompts.all()) {
      this._prompts.close(prompt);
      for (const waiter of prompt.waiters) waiter.settle(interrupted());
    }
  }
}
