import type { ErrorLayer } from '../../../shared/errors/codes';
import type { Turn } from '../../../shared/schemas/session';

/** Which part failed, as its message is introduced. */
const PARTS: Readonly<Record<string, string>> = {
  network: 'Network',
  endpoint: 'Model server',
  key: 'Key',
  model: 'Model',
  stream: 'Answer',
  store: 'Storage',
  tool: 'Tool',
  internal: 'Talaria',
} satisfies Record<ErrorLayer, string>;

/** How a turn ended, where that is worth saying: what failed and why, or that it was interrupted. */
export function TurnEnd({ turn }: { readonly turn: Turn | undefined }) {
  if (turn === undefined) return null;
  return (
    <>
      {turn.error !== null && (
        <div className="problem">
          <strong>{PARTS[turn.error.layer] ?? PARTS.internal}:</strong> {turn.error.message}
        </div>
      )}
      {turn.state === 'interrupted' && <div className="problem">This turn was interrupted.</div>}
    </>
  );
}
