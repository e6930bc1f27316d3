import type { ApprovalOutcome } from '../approvals/ports';
import type { Answer } from './answer';

export type Denial = Extract<ApprovalOutcome, { approved: false }>;

/** What the model is told when something may not be done: each kind of no reads differently (spec/processes 12.4, 24.3). */
export function denialFields({ outcome, why }: Denial): Answer {
  return { status: outcome === 'interrupted' ? 'interrupted' : 'blocked', outcome, error: why };
}
