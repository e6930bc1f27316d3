import { type FormEvent, useState } from 'react';
import type { ApprovalChoice, ApprovalView } from '../../../shared/schemas/approval';
import { Button } from '../../ui/button';
import { IconButton } from '../../ui/icon-button';
import { Kbd } from '../../ui/kbd';

interface MainChoicesProps {
  readonly approval: ApprovalView;
  readonly isBusy: boolean;
  readonly onChoose: (choice: ApprovalChoice) => void;
  readonly onDenyWithReason: () => void;
}

/** The four answers, and what the lasting ones would allow from then on. */
export function MainChoices({ approval, isBusy, onChoose, onDenyWithReason }: MainChoicesProps) {
  const { choices, ruleToStore } = approval;
  const isOffered = (choice: ApprovalChoice) => choices.includes(choice);
  const isLasting = ruleToStore !== null && (isOffered('session') || isOffered('always'));
  return (
    <>
      {isLasting && (
        <p className="approval-note">
          {isOffered('session') ? 'For this session' : 'Always'}
          {isOffered('session') && isOffered('always') ? ' and Always' : ''} would also allow:{' '}
          <code>{ruleToStore} …</code>
        </p>
      )}
      <div className="approval-actions">
        {isOffered('once') && (
          <Answer kind="primary" label="Run once" keys="1" isBusy={isBusy} onSelect={() => onChoose('once')} />
        )}
        {isOffered('session') && (
          <Answer kind="line" label="For this session" keys="2" isBusy={isBusy} onSelect={() => onChoose('session')} />
        )}
        {isOffered('always') && (
          <Answer kind="plain" label="Always…" keys="3" isBusy={isBusy} onSelect={() => onChoose('always')} />
        )}
        <span className="approval-gap" />
        <IconButton label="Deny and say why" icon="pencil" disabled={isBusy} onClick={onDenyWithReason} />
        <Answer kind="danger" label="Deny" keys="Escape" isBusy={isBusy} onSelect={() => onChoose('deny')} />
      </div>
    </>
  );
}

interface AnswerProps {
  readonly kind: 'primary' | 'line' | 'plain' | 'danger';
  readonly label: string;
  readonly keys: string;
  readonly isBusy: boolean;
  readonly onSelect: () => void;
}

function Answer({ kind, label, keys, isBusy, onSelect }: AnswerProps) {
  return (
    <Button kind={kind} disabled={isBusy} aria-keyshortcuts={keys} onClick={onSelect}>
      {label}
      <span aria-hidden="true">
        <Kbd keys={keys} />
      </span>
    </Button>
  );
}

interface ConfirmationProps {
  readonly rule: string;
  readonly isBusy: boolean;
  readonly onYes: () => void;
  readonly onBack: () => void;
}

/** The second step of `always`: the rule that would be kept, in full. */
export function Confirmation({ rule, isBusy, onYes, onBack }: ConfirmationProps) {
  return (
    <fieldset className="approval-step" aria-label="Always allow">
      <p>Talaria would run every command that begins with these words, in every session, without asking:</p>
      <code className="approval-rule">{rule}</code>
      <p className="approval-note">You can take the rule back in the settings under approvals.</p>
      <div className="approval-actions">
        <Button kind="line" autoFocus disabled={isBusy} onClick={onBack}>
          Back
        </Button>
        <span className="approval-gap" />
        <Button kind="primary" disabled={isBusy} onClick={onYes}>
          Always allow
        </Button>
      </div>
    </fieldset>
  );
}

interface DenialReasonProps {
  readonly isBusy: boolean;
  readonly onDeny: (reason: string) => void;
  readonly onBack: () => void;
}

const MAX_CHARS = 2_000;

/** A no with words for the agent. */
export function DenialReason({ isBusy, onDeny, onBack }: DenialReasonProps) {
  const [reason, setReason] = useState('');
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onDeny(reason);
  };
  return (
    <form className="approval-step" onSubmit={handleSubmit}>
      <input
        className="ui-input"
        ref={(element) => element?.focus()}
        aria-label="Reason for the agent"
        placeholder="What should it do instead?"
        maxLength={MAX_CHARS}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="approval-actions">
        <Button kind="line" disabled={isBusy} onClick={onBack}>
          Back
        </Button>
        <span className="approval-gap" />
        <Button kind="danger" type="submit" disabled={isBusy}>
          Deny
        </Button>
      </div>
    </form>
  );
}
