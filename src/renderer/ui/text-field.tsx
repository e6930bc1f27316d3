import { type ComponentProps, useId } from 'react';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'id'> {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The label is there for screen readers only. */
  readonly isLabelHidden?: boolean;
  readonly hint?: string;
  readonly problem?: string | null;
}

export function TextField(props: TextFieldProps) {
  const { label, value, onChange, isLabelHidden = false, hint, problem = null, className = '', ...rest } = props;
  const id = useId();
  const says = problem ?? hint;
  return (
    <div className={`ui-field ${className}`}>
      <label htmlFor={id} className={isLabelHidden ? 'ui-hidden' : 'ui-label'}>
        {label}
      </label>
      <input
        id={id}
        className="ui-input"
        value={value}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={problem === null ? undefined : true}
        aria-describedby={says === undefined ? undefined : `${id}-says`}
        onChange={(event) => onChange(event.target.value)}
        {...rest}
      />
      {says !== undefined && (
        <p id={`${id}-says`} className={problem === null ? 'ui-hint' : 'ui-problem'}>
          {says}
        </p>
      )}
    </div>
  );
}
