import { Button } from './button';

interface EmptyStateProps {
  /** One sentence that teaches. */
  readonly text: string;
  /** The next act. */
  readonly action?: { readonly label: string; readonly onSelect: () => void };
}

export function EmptyState({ text, action }: EmptyStateProps) {
  return (
    <div className="ui-empty">
      <p>{text}</p>
      {action !== undefined && (
        <Button kind="line" onClick={action.onSelect}>
          {action.label}
        </Button>
      )}
    </div>
  );
}
