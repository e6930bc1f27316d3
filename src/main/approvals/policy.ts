import type { ApprovalChoice } from '../../shared/schemas/approval';
import type { ApprovalSource, Verdict } from './ports';

/** What follows from a verdict before anybody is asked. */
export type Route = 'allow' | 'refuse' | 'wait' | 'deny-by-policy' | 'allow-by-policy';

/** The hard floor stands above everything; a fixed answer (`--approvals deny|allow`) replaces the person. */
export function routeOf(verdict: Pick<Verdict, 'decision'>, source: ApprovalSource): Route {
  if (verdict.decision === 'refuse') return 'refuse';
  if (verdict.decision === 'allow') return 'allow';
  if (source === 'deny') return 'deny-by-policy';
  return source === 'allow' ? 'allow-by-policy' : 'wait';
}

/** The answers that are offered: remembering needs a rule, and what is flagged is never remembered (decision 12). */
export function choicesFor(verdict: Pick<Verdict, 'flagged' | 'ruleToStore'>): readonly ApprovalChoice[] {
  if (verdict.ruleToStore === null || verdict.flagged) return ['once', 'deny'];
  return ['once', 'session', 'always', 'deny'];
}

/** A rule that would hold a secret is not offered: it would be shown and stored. */
export function withoutSecretRule(verdict: Verdict, maskText: (text: string) => string): Verdict {
  if (verdict.ruleToStore === null || maskText(verdict.ruleToStore) === verdict.ruleToStore) return verdict;
  return { ...verdict, ruleToStore: null };
}
