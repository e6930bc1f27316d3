import { expect, it } from 'vitest';
import { AppError } from '../../../shared/errors/app-error';
import type { ApprovalMode } from '../../../shared/schemas/approval';
import type { ApprovalRoom, StoredRule } from '../../approvals/ports';
import { createEgress } from '../../redaction/redact-for-egress';
import { answerCall } from '../answer-call';
import type { IpcHandlers } from '../ports';
import { approvalHandlers } from './approvals';

function openDoor() {
  const rules: StoredRule[] = [{ rule: 'rm -rf build', createdAt: 5 }];
  const answers: unknown[] = [];
  const modes: ApprovalMode[] = [];
  const desk: ApprovalRoom = {
    waiting: () => [],
    answer: (requestId, answer) => {
      answers.push([requestId, answer]);
      if (answers.length === 1) return { ok: true, value: undefined };
      return { ok: false, error: { code: 'APPROVAL_NOT_OPEN', message: 'It is answered.' } };
    },
    rules: () => rules,
    revokeRule: (rule) => {
      if (!rules.some((stored) => stored.rule === rule)) throw new AppError('NOT_FOUND', 'That rule is gone.');
      rules.length = 0;
    },
  };
  const handlers = approvalHandlers({ desk, setMode: async (mode) => void modes.push(mode) }) as IpcHandlers;
  const { redactForEgress } = createEgress({});
  const call = (name: string, input: unknown) =>
    answerCall({ handlers, redactForEgress, logFailure: () => undefined }, { name, input }, { senderId: 1 });
  return { call, answers, modes };
}

it("passes an answer on as the user's own, and says when it comes too late", async () => {
  const { call, answers } = openDoor();
  const input = { requestId: 'apr_000000000001', choice: 'deny', reason: 'not now' };
  expect(await call('approvals.answer', input)).toEqual({ ok: true, value: {} });
  expect(answers).toEqual([['apr_000000000001', { choice: 'deny', by: 'user', reason: 'not now' }]]);
  expect(await call('approvals.answer', input)).toMatchObject({ error: { code: 'APPROVAL_NOT_OPEN' } });
  expect(await call('approvals.answer', { ...input, by: 'api' })).toMatchObject({ error: { code: 'BAD_INPUT' } });
});

it('lists rules, revokes them once, and sets the mode', async () => {
  const { call, modes } = openDoor();
  expect(await call('approvals.rules', {})).toEqual({ ok: true, value: [{ rule: 'rm -rf build', createdAt: 5 }] });
  expect(await call('approvals.revokeRule', { rule: 'rm -rf build' })).toEqual({ ok: true, value: {} });
  expect(await call('approvals.revokeRule', { rule: 'rm -rf build' })).toMatchObject({ error: { code: 'NOT_FOUND' } });
  await call('approvals.setMode', { mode: 'ask-all-but-reads' });
  expect(await call('approvals.setMode', { mode: 'always' })).toMatchObject({ error: { code: 'BAD_INPUT' } });
  expect(modes).toEqual(['ask-all-but-reads']);
});
