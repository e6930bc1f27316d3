import { useCallback, useEffect, useState } from 'react';
import type { StoredRuleView } from '../../../../shared/contract/calls/approvals';
import { messageOf } from '../../../../shared/errors/app-error';
import type { ApprovalMode } from '../../../../shared/schemas/approval';
import { call, on } from '../../../lib/bridge';
import { exactTime, relativeTime } from '../../../lib/time-words';
import { useSettingsState } from '../../../lib/use-settings';
import { Button } from '../../../ui/button';
import { Select } from '../../../ui/select';
import { Field } from '../field';
import { NumberSetting } from '../number-setting';
import { useSetting } from '../use-setting';

const MODES: readonly { readonly value: ApprovalMode; readonly label: string }[] = [
  { value: 'ask', label: 'When risky' },
  { value: 'ask-all-but-reads', label: 'For all but reads' },
  { value: 'off', label: 'Never' },
];

const MODE_HELP: Readonly<Record<ApprovalMode, string>> = {
  ask: 'Commands that delete, overwrite, send or change what lies outside the folder wait for you.',
  'ask-all-but-reads': 'Every command that is not known to only read waits for you.',
  off: 'Commands run without asking, also those that delete. Only what is never allowed is still refused.',
};

export function Approvals() {
  const { settings, defaults } = useSettingsState().value;
  const [problem, setProblem] = useState<string | null>(null);
  const { mode } = settings.approvals;
  const setMode = (next: ApprovalMode) => {
    call('approvals.setMode', { mode: next }).then(
      () => setProblem(null),
      (error) => setProblem(messageOf(error)),
    );
  };
  return (
    <>
      <Field
        label="Ask before a command"
        help={MODE_HELP[mode]}
        keywords="mode risky safety permission"
        onReset={mode === defaults.approvals.mode ? null : () => setMode(defaults.approvals.mode)}
        problem={problem}
      >
        <Select label="Ask before a command" isLabelHidden value={mode} options={MODES} onChange={setMode} />
      </Field>
      <NumberSetting
        label="How long an approval waits"
        help="After that the command is denied, and the agent is told so."
        keywords="timeout time limit"
        unit="s"
        setting={useSetting('approvals', 'timeoutSeconds')}
        min={5}
        max={86_400}
      />
      <Rules />
    </>
  );
}

function Rules() {
  const { rules, problem, revoke } = useRules();
  return (
    <Field
      label="Remembered rules"
      help="Commands that begin like this run without asking, because you once said always."
      keywords="always allow list revoke"
      problem={problem}
      isWide
    >
      {rules !== null && rules.length === 0 && <p className="settings-nothing-yet">No rule is remembered.</p>}
      {rules !== null && rules.length > 0 && (
        <ul className="settings-list" aria-label="Remembered rules">
          {rules.map(({ rule, createdAt }) => (
            <li key={rule}>
              <code title={rule}>{rule}</code>
              <time title={exactTime(createdAt)}>{relativeTime(createdAt, Date.now())}</time>
              <Button kind="danger" aria-label={`Revoke ${rule}`} onClick={() => revoke(rule)}>
                Revoke
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Field>
  );
}

function useRules() {
  const [rules, setRules] = useState<readonly StoredRuleView[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const load = useCallback(async () => {
    try {
      setRules(await call('approvals.rules', {}));
      setProblem(null);
    } catch (error) {
      setProblem(messageOf(error));
    }
  }, []);
  useEffect(() => {
    void load();
    // An answer of "always" makes a rule.
    const subscription = on('approvals.changed', () => void load());
    return () => subscription.dispose();
  }, [load]);
  const revoke = (rule: string) => {
    call('approvals.revokeRule', { rule }).then(load, (error) => setProblem(messageOf(error)));
  };
  return { rules, problem, revoke };
}
