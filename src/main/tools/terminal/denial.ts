import type { ToolOutcome } from '../../agent/ports';
import type { ApprovalOutcome } from '../../approvals/ports';
import { outcome } from '../outcome';

/** What the model is told when a command may not run (spec/processes 12.4, 24.3). */
export function denialOutcome(denial: Extract<ApprovalOutcome, { approved: false }>): ToolOutcome {
  return outcome({
    output: '',
    exit_code: -1,
    status: statusOf(denial.outcome),
    outcome: denial.outcome,
    error: denial.why,
  });
}

function statusOf(ending: Extract<ApprovalOutcome, { approved: false }>['outcome']): string {
  return ending === 'interrupted' ? 'interrupted' : 'blocked';
}
