import { type DiffLine, diffLines } from './diff-lines';

const SIGNS: Readonly<Record<DiffLine['kind'], string>> = { added: '+', removed: '−', same: ' ', place: ' ' };
const NAMES: Readonly<Record<DiffLine['kind'], string | undefined>> = {
  added: 'Added',
  removed: 'Removed',
  same: undefined,
  place: undefined,
};

/** A unified diff with line numbers and signs; colour only repeats what the sign says. */
export function DiffView({ diff }: { readonly diff: string }) {
  const lines = diffLines(diff);
  if (lines.length === 0) return <pre className="tool-text">{diff}</pre>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to take the focus.
    <section className="tool-diff" aria-label="Difference" tabIndex={0}>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is named by its place.
        <div key={at} className={`tool-diff-line tool-${line.kind}`}>
          {line.kind !== 'place' && (
            <>
              <span className="tool-number">{line.old ?? ''}</span>
              <span className="tool-number">{line.new ?? ''}</span>
              <span className="tool-sign" title={NAMES[line.kind]}>
                {SIGNS[line.kind]}
              </span>
            </>
          )}
          <span className="tool-diff-text">{line.text === '' ? ' ' : line.text}</span>
        </div>
      ))}
    </section>
  );
}
