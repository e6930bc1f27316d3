import type { KeyboardEvent } from 'react';

interface TabsProps<Id extends string> {
  /** What is chosen here, for screen readers. */
  readonly label: string;
  readonly items: readonly { readonly id: Id; readonly label: string }[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
}

/** A short choice of views. One stop for Tab; arrows move and choose. */
export function Tabs<Id extends string>({ label, items, value, onChange }: TabsProps<Id>) {
  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const index = items.findIndex(({ id }) => id === value);
    const next = items[(index + step + items.length) % items.length];
    if (next === undefined) return;
    onChange(next.id);
    event.currentTarget.querySelectorAll<HTMLButtonElement>('[role=tab]')[items.indexOf(next)]?.focus();
  };
  return (
    <div className="ui-tabs" role="tablist" aria-label={label} onKeyDown={handleKeyDown}>
      {items.map((item) => (
        <button
          key={item.id}
          type="button"
          role="tab"
          aria-selected={item.id === value}
          tabIndex={item.id === value ? 0 : -1}
          onClick={() => onChange(item.id)}
        >
          {item.label}
        </button>
      ))}
    </div>
  );
}
