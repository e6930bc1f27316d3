import { useState } from 'react';
import { Field } from './field';
import type { Setting } from './use-setting';

interface NumberSettingProps {
  readonly label: string;
  readonly help?: string;
  readonly keywords?: string;
  readonly unit: string;
  readonly setting: Setting<number>;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
}

/** A number, written when the field is left or with Enter. */
export function NumberSetting({ label, help, keywords, unit, setting, min, max, step = 1 }: NumberSettingProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const finish = () => {
    if (draft === null) return;
    const next = Number(draft);
    if (draft.trim() === '' || !Number.isFinite(next) || next < min || next > max) {
      setProblem(`Give a number from ${min} to ${max}.`);
      return;
    }
    setProblem(null);
    setDraft(null);
    if (next !== setting.value) setting.set(next);
  };
  const reset =
    setting.reset === null
      ? null
      : () => {
          setDraft(null);
          setProblem(null);
          setting.reset?.();
        };
  return (
    <Field label={label} help={help} keywords={keywords} onReset={reset} problem={problem ?? setting.problem}>
      <input
        type="number"
        className="ui-input settings-number"
        aria-label={label}
        value={draft ?? String(setting.value)}
        min={min}
        max={max}
        step={step}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={finish}
        onKeyDown={(event) => {
          if (event.key === 'Enter') finish();
        }}
      />
      <span className="settings-unit">{unit}</span>
    </Field>
  );
}
