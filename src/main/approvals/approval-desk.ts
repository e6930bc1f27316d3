import { AppError } from '../../shared/errors/app-error';
import { type Reply, toWireError } from '../../shared/errors/wire';
import type { Event } from '../../shared/lib/emitter';
import type { RequestId, SessionId } from '../../shared/lib/ids';
import { Owner } from '../../shared/lib/lifecycle';
import type { ApprovalChoice, ApprovalView } from '../../shared/schemas/approval';
import { Announcer, type AnnouncerOptions, type Decision } from './desk/announcer';
import { blocked, denied, deniedByPolicy, interrupted, notChecked } from './desk/model-texts';
import type { Prompt, Question } from './desk/prompts';
import { SessionRules } from './desk/session-rules';
import { WaitingRoom } from './desk/waiting-room';
import { judge } from './judge';
import { judgeWrite, writeText } from './judge-write';
import { routeOf, withoutSecretRule } from './policy';
import type {
  ApprovalAnswer,
  ApprovalAsk,
  ApprovalOutcome,
  ApprovalRoom,
  ApprovalSource,
  ApprovalStore,
  Approvals,
  CommandParser,
  JudgeContext,
  StoredRule,
  Verdict,
  WriteAsk,
} from './ports';

export interface ApprovalDeskOptions extends AnnouncerOptions {
  readonly parser: CommandParser;
  readonly store: ApprovalStore;
  /** Masks secrets in a plain text; a rule that it would change is not offered. */
  readonly maskText: (text: string) => string;
  /** Asked anew for every request: a window may come and go. */
  readonly source: () => ApprovalSource;
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

/**
 * Where tools ask for leave. Judges each command, answers what needs no person, and keeps the rest waiting until it is
 * answered, times out or is interrupted. What it lets pass is exactly the text that was asked about: it keeps no other.
 */
export class ApprovalDesk extends Owner implements Approvals, ApprovalRoom {
  private readonly _sessionRules = new SessionRules();
  private readonly _announcer: Announcer;
  private readonly _room: WaitingRoom;
  private _closedBy: Decision['by'] | null = null;

  /** The open requests, after each change. */
  readonly onChange: Event<readonly ApprovalView[]>;

  constructor(private readonly _options: ApprovalDeskOptions) {
    super();
    this._announcer = new Announcer(_options);
    this._room = this.own(new WaitingRoom(_options.clock, this._announcer));
    this.onChange = this._room.onChange;
  }

  async check(ask: ApprovalAsk): Promise<ApprovalOutcome> {
    return this._checked(ask.command, ask, (context) => judge(ask.command, context, this._options.parser));
  }

  async checkWrite(ask: WriteAsk): Promise<ApprovalOutcome> {
    return this._checked(writeText(ask), ask, async (context) => judgeWrite(ask, context));
  }

  /** The open requests, oldest first, as they may be shown. */
  waiting(): readonly ApprovalView[] {
    return this._room.views();
  }

  /**
   * Answers one request. Refused with APPROVAL_NOT_OPEN when it is not open (any more), and with BAD_INPUT when the
   * choice was not offered; the request stays open then. An `always` that cannot be stored leaves it open too.
   */
  answer(requestId: RequestId, { choice, by, reason }: ApprovalAnswer): Reply<void> {
    const prompt = this._room.find(requestId);
    if (prompt === undefined) {
      return failure(new AppError('APPROVAL_NOT_OPEN', `No approval with the id ${requestId} is waiting.`));
    }
    const { choices } = prompt.view;
    if (!choices.includes(choice)) {
      return failure(
        new AppError('BAD_INPUT', `"${choice}" is not offered here. Choose one of: ${choices.join(', ')}.`),
      );
    }
    try {
      this._remember(prompt.view, choice);
    } catch (error) {
      return failure(error);
    }
    this._room.resolve(prompt, { choice, by }, choice === 'deny' ? denied(reason) : approved(prompt, { choice, by }));
    if (choice === 'always') void this._releaseCovered(this._room.all());
    if (choice === 'session') void this._releaseCovered(this._room.ofSession(prompt.view.sessionId));
    return { ok: true, value: undefined };
  }

  /** Answers the oldest open request of a session, or all of them (spec/processes 24.3). Returns how many. */
  answerSession(sessionId: SessionId, answer: ApprovalAnswer, scope: 'oldest' | 'all'): number {
    const prompts = this._room.ofSession(sessionId);
    const chosen =
      scope === 'all' ? prompts.flatMap((prompt) => prompt.waiters.map(() => prompt)) : prompts.slice(0, 1);
    let answered = 0;
    for (const _ of chosen) {
      const next = this._room.ofSession(sessionId)[0];
      if (next === undefined || !this.answer(next.view.requestId, answer).ok) break;
      answered += 1;
    }
    return answered;
  }

  /** What was allowed for good, oldest first. */
  rules(): readonly StoredRule[] {
    return this._options.store.rules();
  }

  /** From the next command on it is asked for again, in every session. Throws NOT_FOUND when there is no such rule. */
  revokeRule(rule: string): void {
    const wasStored = this._options.store.removeRule(rule);
    this._sessionRules.revoke(rule);
    if (!wasStored) throw new AppError('NOT_FOUND', 'That rule is not stored any more.');
  }

  /** Nobody answers any more (end of input): denies what waits, and what comes. */
  denyAll(by: Decision['by']): void {
    this._closedBy = by;
    for (const view of this._room.views()) this._denyPrompt(view.requestId, by);
  }

  /** The session is over or was reset: its rules end, and what waits is denied. */
  forgetSession(sessionId: SessionId): void {
    this._sessionRules.forget(sessionId);
    for (const prompt of this._room.ofSession(sessionId)) {
      this._room.resolve(prompt, { choice: 'deny', by: 'policy' }, interrupted());
    }
  }

  private async _checked(
    text: string,
    ask: Omit<ApprovalAsk, 'command'>,
    judgeIt: (context: JudgeContext) => Promise<Verdict>,
  ): Promise<ApprovalOutcome> {
    try {
      const { sessionId, turnId, cwd, signal } = ask;
      const judgeAgain = async () => withoutSecretRule(await judgeIt(this._contextOf(ask)), this._options.maskText);
      return await this._handle({ sessionId, turnId, cwd, signal, text, verdict: await judgeAgain(), judgeAgain });
    } catch (error) {
      this._options.reportProblem('a command could not be judged', error);
      return notChecked();
    }
  }

  /** Those that a new rule covers wait no longer. Never rejects. */
  private async _releaseCovered(prompts: readonly Prompt[]): Promise<void> {
    await Promise.all(
      prompts.map(async (prompt) => {
        try {
          const verdict = await prompt.waiters[0]?.question.judgeAgain();
          if (verdict?.decision === 'allow' && !this.isDisposed) this._room.release(prompt, verdict.rule);
        } catch (error) {
          this._options.reportProblem('a waiting command could not be judged again', error);
        }
      }),
    );
  }

  private _contextOf({ sessionId, cwd, folder }: Pick<ApprovalAsk, 'sessionId' | 'cwd' | 'folder'>): JudgeContext {
    const { home, platform, settings } = this._options;
    return { cwd, folder, home, platform, mode: settings().mode, allowRules: this._rulesOf(sessionId) };
  }

  private _rulesOf(sessionId: SessionId): readonly string[] {
    return [...this._options.store.rules().map((stored) => stored.rule), ...this._sessionRules.of(sessionId)];
  }

  private async _handle(question: Question): Promise<ApprovalOutcome> {
    if (question.signal.aborted || this.isDisposed) return interrupted();
    const { verdict } = question;
    switch (routeOf(verdict, this._options.source())) {
      case 'allow':
        return this._allow(question);
      case 'refuse':
        this._announcer.record(this._announcer.view(question), { choice: 'deny', by: 'policy' }, verdict.rule);
        return blocked(verdict);
      case 'deny-by-policy':
        return this._answerAtOnce(question, { choice: 'deny', by: 'policy' });
      case 'allow-by-policy':
        return this._answerAtOnce(question, { choice: 'once', by: 'policy' });
      case 'wait':
        if (this._closedBy !== null) return this._answerAtOnce(question, { choice: 'deny', by: this._closedBy });
        return this._room.wait(question);
    }
  }

  /** What a table allows needs no line in the ledger; what a rule lets pass has one. */
  private _allow(question: Question): ApprovalOutcome {
    const { rule } = question.verdict;
    const isRule = rule !== null && this._rulesOf(question.sessionId).includes(rule);
    if (isRule) this._announcer.record(this._announcer.view(question), { choice: 'once', by: 'policy' }, rule);
    return { approved: true, by: isRule ? 'rule' : 'table', rule };
  }

  private _answerAtOnce(question: Question, decision: Decision): ApprovalOutcome {
    const view = this._announcer.view(question);
    this._announcer.requested(view);
    this._announcer.resolved(view, decision, question.verdict.rule);
    if (decision.choice === 'deny') return deniedByPolicy(question.verdict);
    return { approved: true, by: decision.by, rule: question.verdict.rule };
  }

  private _denyPrompt(requestId: RequestId, by: Decision['by']): void {
    const prompt = this._room.find(requestId);
    const verdict = prompt?.waiters[0]?.question.verdict;
    if (prompt === undefined || verdict === undefined) return;
    this._room.resolve(prompt, { choice: 'deny', by }, deniedByPolicy(verdict));
  }

  private _remember({ sessionId, ruleToStore }: ApprovalView, choice: ApprovalChoice): void {
    if (ruleToStore === null || (choice !== 'session' && choice !== 'always')) return;
    if (choice === 'always') {
      this._options.store.addRule({ rule: ruleToStore, createdAt: this._options.clock.now() });
    }
    this._sessionRules.add(sessionId, ruleToStore);
  }
}

function approved({ view }: Prompt, { choice, by }: Decision): ApprovalOutcome {
  return { approved: true, by, rule: choice === 'once' ? null : view.ruleToStore };
}

function failure(error: unknown): { readonly ok: false; readonly error: ReturnType<typeof toWireError> } {
  return { ok: false, error: toWireError(error) };
}
