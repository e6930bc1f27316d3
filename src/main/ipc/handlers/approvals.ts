import type { approvalCalls } from '../../../shared/contract/calls/approvals';
import { fromWireError } from '../../../shared/errors/wire';
import type { ApprovalMode } from '../../../shared/schemas/approval';
import type { ApprovalRoom } from '../../approvals/ports';
import type { HandlersOf } from '../ports';

export interface ApprovalHandlerPorts {
  readonly desk: ApprovalRoom;
  /** In force for the next command when it resolves. */
  readonly setMode: (mode: ApprovalMode) => Promise<void>;
}

/** The calls of `approvalCalls`. Answers by this door are the user's own. */
export function approvalHandlers({ desk, setMode }: ApprovalHandlerPorts): HandlersOf<typeof approvalCalls> {
  return {
    'approvals.list': async () => [...desk.waiting()],
    'approvals.answer': async ({ requestId, choice, reason }) => {
      const reply = desk.answer(requestId, { choice, by: 'user', reason: reason ?? null });
      if (!reply.ok) throw fromWireError(reply.error);
      return {};
    },
    'approvals.rules': async () => desk.rules().map(({ rule, createdAt }) => ({ rule, createdAt })),
    'approvals.revokeRule': async ({ rule }) => {
      desk.revokeRule(rule);
      return {};
    },
    'approvals.setMode': async ({ mode }) => {
      await setMode(mode);
      return {};
    },
  };
}
