import { useId } from 'react';

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean;
  readonly isLabelHidden?: boolean;
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, value, options, onChange, disabled = false, isLabelHidden = false } = props;
  const id = useId();
  return (
    <div className="ui-field">
      <label htmlFor={id} className={isLabelHidden ? 'ui-hidden' : 'ui-label'}>
        {label}
      </label>
      <select
        id={id}
        className="ui-input ui-select"
        value={value}
        disabled={disabled}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen !== undefined) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
