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

export function partName(layer: string): string {
  return PARTS[layer] ?? 'Talaria';
}

/** The error of a failed turn; a turn that failed without one gets words too. */
export function errorOf(turn: Turn): NonNullable<Turn['error']> {
  return turn.error ?? { code: 'INTERNAL', layer: 'internal', message: 'It failed without saying why.' };
}

/** How a turn ended, in one sentence. */
export function endWords(turn: Turn): string {
  if (turn.state === 'interrupted') return turn.error?.message ?? 'This turn was cut off when Talaria was closed.';
  const { layer, message } = errorOf(turn);
  return `${partName(layer)}: ${message}`;
}
