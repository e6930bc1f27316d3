import type { ErrorLayer } from '../../../shared/errors/codes';
import type { Turn } from '../../../shared/schemas/session';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { endWords, errorOf, partName } from './turn-end-words';
import { useCopied } from './use-copied';

/** Parts that the user may mend in the settings. */
const IN_SETTINGS: ReadonlySet<string> = new Set(['network', 'endpoint', 'key', 'model'] satisfies ErrorLayer[]);

interface TurnEndProps {
  readonly turn: Turn;
  /** Null where another turn came after it. */
  readonly onRetry: (() => void) | null;
  readonly onOpenSettings: (section: string) => void;
}

/** How a turn ended, where that is worth saying: what failed and why, or that it was cut off; and what to do. */
export function TurnEnd({ turn, onRetry, onOpenSettings }: TurnEndProps) {
  if (turn.state === 'interrupted') return <Interrupted turn={turn} onRetry={onRetry} />;
  const error = errorOf(turn);
  return (
    <section className="end-card" aria-label="Failure">
      <p>
        <Icon name="alert" />
        <span data-find>
          <strong>{partName(error.layer)}:</strong> {error.message}
        </span>
      </p>
      <div className="end-actions">
        {onRetry !== null && (
          <Button kind="line" onClick={onRetry}>
            <Icon name="restart" />
            Retry
          </Button>
        )}
        {IN_SETTINGS.has(error.layer) && (
          <Button kind="plain" onClick={() => onOpenSettings('models')}>
            Open model settings
          </Button>
        )}
        <CopyDetails turn={turn} error={error} />
      </div>
    </section>
  );
}

function CopyDetails({ turn, error }: { readonly turn: Turn; readonly error: NonNullable<Turn['error']> }) {
  const { isCopied, copy } = useCopied();
  const details = [
    `Code: ${error.code}`,
    `Part: ${error.layer}`,
    `Message: ${error.message}`,
    `Turn: ${turn.id}`,
    `At: ${new Date(turn.endedAt ?? turn.startedAt).toISOString()}`,
  ].join('\n');
  return (
    <Button kind="plain" onClick={() => copy(details)}>
      {isCopied ? 'Copied' : 'Copy details'}
    </Button>
  );
}

function Interrupted({ turn, onRetry }: Pick<TurnEndProps, 'turn' | 'onRetry'>) {
  return (
    <div className="end-quiet">
      <span data-find>{endWords(turn)}</span>
      {onRetry !== null && (
        <Button kind="line" onClick={onRetry}>
          <Icon name="restart" />
          Retry
        </Button>
      )}
    </div>
  );
}
