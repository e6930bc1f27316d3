interface SwitchProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  readonly isLabelHidden?: boolean;
}

export function Switch({ label, checked, onChange, disabled = false, isLabelHidden = false }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className="ui-switch"
      aria-checked={checked}
      aria-label={label}
      disabled={disabled}
      onClick={() => onChange(!checked)}
    >
      <span className="ui-switch-track" aria-hidden="true" />
      {!isLabelHidden && <span>{label}</span>}
    </button>
  );
}
