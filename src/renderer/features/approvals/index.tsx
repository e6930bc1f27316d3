import { useState } from 'react';
import { messageOf } from '../../../shared/errors/app-error';
import type { ApprovalChoice, ApprovalView } from '../../../shared/schemas/approval';
import { call } from '../../lib/bridge';

const WORDS: Record<ApprovalChoice, string> = {
  once: 'Allow once',
  session: 'Allow in this session',
  always: 'Always allow',
  deny: 'Deny',
};

/** One request that waits for the user; secrets in it are masked before they reach this page. */
export function ApprovalCard({ approval }: { readonly approval: ApprovalView }) {
  const [problem, setProblem] = useState<string | null>(null);
  const answer = async (choice: ApprovalChoice) => {
    try {
      await call('approvals.answer', { requestId: approval.requestId, choice });
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <section className="approval" aria-label="Approval">
      <strong>Allow this command?</strong>
      <pre>{approval.maskedCommand}</pre>
      {approval.reasons.map((reason) => (
        <div key={reason}>{reason}</div>
      ))}
      <div className="meta">in {approval.cwd}</div>
      <div className="actions">
        {approval.choices.map((choice) => (
          <button
            key={choice}
            type="button"
            className={choice === 'once' ? 'primary' : ''}
            title={choice === 'session' || choice === 'always' ? (approval.ruleToStore ?? '') : ''}
            onClick={() => void answer(choice)}
          >
            {WORDS[choice]}
          </button>
        ))}
      </div>
      {problem !== null && <div className="problem">{problem}</div>}
    </section>
  );
}
