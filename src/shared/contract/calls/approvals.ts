import { z } from 'zod';
import { RequestId } from '../../lib/ids';
import { ApprovalChoice, ApprovalMode, ApprovalView } from '../../schemas/approval';
import { call, nothing } from './call';

export const StoredRuleView = z.strictObject({ rule: z.string(), createdAt: z.number() });
export type StoredRuleView = z.infer<typeof StoredRuleView>;

export const approvalCalls = {
  'approvals.list': call(nothing, z.array(ApprovalView)),
  'approvals.answer': call(
    z.strictObject({ requestId: RequestId, choice: ApprovalChoice, reason: z.string().max(2_000).optional() }),
    nothing,
  ),
  'approvals.rules': call(nothing, z.array(StoredRuleView)),
  'approvals.revokeRule': call(z.strictObject({ rule: z.string() }), nothing),
  'approvals.setMode': call(z.strictObject({ mode: ApprovalMode }), nothing),
} as const;
