import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { messageOf } from '../../../shared/errors/app-error';
import type { ApprovalChoice, ApprovalView } from '../../../shared/schemas/approval';
import { call } from '../../lib/bridge';
import { useNow } from '../../lib/use-now';
import { Icon } from '../../ui/icon';
import './approval.css';
import { Confirmation, DenialReason, MainChoices } from './choices';
import { CommandText } from './command-text';
import { timeLeft } from './time-left';
import { useTakenFocus } from './use-taken-focus';

interface ApprovalCardProps {
  readonly approval: ApprovalView;
  /** Somebody jumped to this one. */
  readonly isFocused?: boolean;
}

type Step = 'choose' | 'always' | 'deny';

/** Keys that come so soon after the card took the focus were meant for something else. */
const DEAF_MS = 600;
const TICK_MS = 1_000;

/** A request that waits for the user; secrets in it are masked before they reach this page. */
export function ApprovalCard({ approval, isFocused = false }: ApprovalCardProps) {
  const { choices, requestId, reasons, cwd, expiresAt } = approval;
  const box = useRef<HTMLElement>(null);
  const [shownAt] = useState(() => performance.now());
  const [step, setStep] = useState<Step>('choose');
  const [problem, setProblem] = useState<string | null>(null);
  const [isAnswering, setIsAnswering] = useState(false);
  const left = timeLeft(expiresAt, useNow(TICK_MS));
  const titleId = useId();
  useTakenFocus(box, isFocused);

  const answer = async (choice: ApprovalChoice, reason?: string) => {
    if (isAnswering || left === null) return;
    setIsAnswering(true);
    try {
      const said = reason?.trim() ?? '';
      await call('approvals.answer', { requestId, choice, ...(said === '' ? {} : { reason: said }) });
    } catch (error) {
      setProblem(messageOf(error));
      setIsAnswering(false);
    }
  };
  const choose = (choice: ApprovalChoice) => {
    if (!choices.includes(choice)) return;
    if (choice === 'always') setStep('always');
    else void answer(choice);
  };
  const back = () => {
    setStep('choose');
    box.current?.focus();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const act = actOf(event, { step, choose, back });
    if (act === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (performance.now() - shownAt > DEAF_MS) act();
  };

  return (
    <section
      ref={box}
      className="approval"
      aria-label="Approval"
      aria-describedby={titleId}
      data-approval={requestId}
      tabIndex={-1}
      onKeyDown={handleKeyDown}
    >
      <header>
        <Icon name="shield" size={16} />
        <h2 id={titleId}>Run this command?</h2>
        <time className={left === null ? 'approval-over' : undefined}>{left ?? 'Time is up'}</time>
      </header>
      <p className="ui-hidden" role="alert">
        {`Approval needed. Run this command? ${reasons.join(' ')}`}
      </p>
      <CommandText approval={approval} />
      <p className="approval-folder">
        <Icon name="folder" />
        <span>{cwd}</span>
      </p>
      <ul className="approval-reasons">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {left === null ? (
        <p className="approval-note">Nobody answered in time, so it was not run. The agent is told so.</p>
      ) : step === 'always' && approval.ruleToStore !== null ? (
        <Confirmation
          rule={approval.ruleToStore}
          isBusy={isAnswering}
          onYes={() => void answer('always')}
          onBack={back}
        />
      ) : step === 'deny' ? (
        <DenialReason isBusy={isAnswering} onDeny={(reason) => void answer('deny', reason)} onBack={back} />
      ) : (
        <MainChoices
          approval={approval}
          isBusy={isAnswering}
          onChoose={choose}
          onDenyWithReason={() => setStep('deny')}
        />
      )}
      {problem !== null && (
        <p className="approval-problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}

interface KeyState {
  readonly step: Step;
  readonly choose: (choice: ApprovalChoice) => void;
  readonly back: () => void;
}

const KEYS: Readonly<Record<string, ApprovalChoice>> = { '1': 'once', '2': 'session', '3': 'always', Escape: 'deny' };

/** What a key in the card does; null for one that is not the card's. */
function actOf(event: KeyboardEvent, { step, choose, back }: KeyState): (() => void) | null {
  const { key, ctrlKey, metaKey, altKey, nativeEvent, target, repeat } = event;
  if (ctrlKey || metaKey || altKey || repeat || nativeEvent.isComposing) return null;
  if (step !== 'choose') return key === 'Escape' ? back : null;
  const choice = KEYS[key];
  const isInField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return choice === undefined || isInField ? null : () => choose(choice);
}
