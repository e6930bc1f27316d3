import { createContext, type ReactNode, useContext, useId } from 'react';
import { Button } from '../../ui/button';

/** What is searched for in the settings, in lower case; empty shows all. */
export const SettingsFilter = createContext('');

interface FieldProps {
  readonly label: string;
  readonly help?: ReactNode;
  /** Other words that people may look for. */
  readonly keywords?: string;
  /** Where the value differs from the default. */
  readonly onReset?: (() => void) | null;
  readonly problem?: string | null;
  /** The control stands below the words instead of beside them. */
  readonly isWide?: boolean;
  readonly children?: ReactNode;
}

/** One setting: what it is, its control, and the way back to the default. Hidden while a search does not fit it. */
export function Field(props: FieldProps) {
  const { label, help, keywords = '', onReset = null, problem = null, isWide = false, children } = props;
  const words = useContext(SettingsFilter);
  const id = useId();
  const text = `${label} ${typeof help === 'string' ? help : ''} ${keywords}`.toLowerCase();
  if (!words.split(/\s+/).every((word) => text.includes(word))) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand beside its control.
    <div role="group" className={isWide ? 'settings-field settings-wide' : 'settings-field'} aria-labelledby={id}>
      <div className="settings-words">
        <span id={id} className="settings-label">
          {label}
        </span>
        {help !== undefined && <span className="settings-help">{help}</span>}
        {problem !== null && (
          <span className="settings-problem" role="alert">
            {problem}
          </span>
        )}
      </div>
      <div className="settings-control">
        {onReset !== null && (
          <Button className="settings-reset" aria-label={`Reset to default: ${label}`} onClick={onReset}>
            Reset
          </Button>
        )}
        {children}
      </div>
    </div>
  );
}
