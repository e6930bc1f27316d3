import type { EngineEvent } from '../../../shared/contract/engine-events';
import type { Clock } from '../../../shared/lib/clock';
import type { IdSource, SessionId } from '../../../shared/lib/ids';
import type { ApprovalBy, ApprovalChoice, ApprovalView } from '../../../shared/schemas/approval';
import { choicesFor } from '../policy';
import type { ApprovalSettings, ApprovalStore, MaskCommand } from '../ports';
import type { Question } from './prompts';

export interface AnnouncerOptions {
  readonly store: Pick<ApprovalStore, 'record'>;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly mask: MaskCommand;
  readonly emit: (event: EngineEvent) => void;
  readonly settings: () => ApprovalSettings;
  readonly titleOf: (sessionId: SessionId) => string;
  /** Told when the ledger cannot be written or judging broke; the decision stands all the same. */
  readonly reportProblem: (what: string, error: unknown) => void;
}

export interface Decision {
  readonly choice: ApprovalChoice;
  readonly by: ApprovalBy;
}

/** Tells of requests and decisions: as views and events for people, as lines in the ledger. All of it masked. */
export class Announcer {
  constructor(private readonly _options: AnnouncerOptions) {}

  /** A new request as it may be shown; its time runs from now. */
  view({ sessionId, turnId, text, cwd, verdict }: Question): ApprovalView {
    const { clock, ids, mask, settings, titleOf } = this._options;
    const placed = verdict.reasons.flatMap((reason) =>
      reason.span === null ? [] : [{ ...reason.span, label: reason.text }],
    );
    const { maskedCommand, spans } = mask(text, placed);
    return {
      requestId: ids.request(),
      sessionId,
      turnId,
      sessionTitle: titleOf(sessionId),
      maskedCommand,
      cwd,
      spans: spans.map(({ start, end, kind, label }) => ({ start, end, kind, label })),
      reasons: [...new Set(verdict.reasons.map((reason) => reason.text))],
      choices: [...choicesFor(verdict)],
      ruleToStore: verdict.flagged ? null : verdict.ruleToStore,
      expiresAt: clock.now() + settings().timeoutSeconds * 1_000,
    };
  }

  requested(view: ApprovalView): void {
    const { requestId, maskedCommand, reasons, choices, ruleToStore } = view;
    const expiresAt = new Date(view.expiresAt).toISOString();
    this._options.emit({
      type: 'approval.requested',
      ...turnOf(view),
      requestId,
      maskedCommand,
      reasons,
      choices,
      ruleToStore,
      expiresAt,
    });
  }

  /** Writes the ledger first, so that nobody hears of a decision that left no trace. */
  resolved(view: ApprovalView, decision: Decision, rule: string | null): void {
    this.record(view, decision, rule);
    this._options.emit({ type: 'approval.resolved', ...turnOf(view), requestId: view.requestId, ...decision });
  }

  record(
    { requestId, sessionId, maskedCommand, reasons }: ApprovalView,
    decision: Decision,
    rule: string | null,
  ): void {
    try {
      const at = this._options.clock.now();
      this._options.store.record({ requestId, sessionId, maskedCommand, reasons, ...decision, rule, at });
    } catch (error) {
      this._options.reportProblem('a decision could not be written to the ledger', error);
    }
  }
}

function turnOf({ sessionId, turnId }: ApprovalView) {
  return turnId === null ? { sessionId } : { sessionId, turnId };
}
