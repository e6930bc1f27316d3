export type DotState = 'run' | 'wait' | 'bad' | 'off' | 'idle';

/** The state as a shape (ring, square, hollow ring, dot); words stand beside it, so it is not read out. */
export function Dot({ state }: { readonly state: DotState }) {
  return <span className={`ui-dot ui-dot-${state}`} aria-hidden="true" />;
}
