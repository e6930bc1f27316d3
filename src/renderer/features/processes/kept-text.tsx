import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../shared/errors/app-error';
import type { ProcessRecord } from '../../../shared/schemas/process';
import { call } from '../../lib/bridge';
import { Button } from '../../ui/button';

interface Kept {
  readonly text: string;
  readonly isWhole: boolean;
}

/** What a process of an earlier run printed, as far as it was kept. */
export function KeptText({ process }: { readonly process: ProcessRecord }) {
  const [kept, setKept] = useState<Kept | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (kept !== null) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [kept]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again.
  useEffect(() => {
    let isOver = false;
    setProblem(null);
    call('processes.text', { processId: process.id }).then(
      (answer) => {
        if (!isOver) setKept(answer);
      },
      (error) => {
        if (!isOver) setProblem(messageOf(error));
      },
    );
    return () => {
      isOver = true;
    };
  }, [process.id, attempt]);

  if (problem !== null) {
    return (
      <div className="processes-notice">
        <p className="processes-bad">{problem}</p>
        <Button kind="line" onClick={() => setAttempt(attempt + 1)}>
          Try again
        </Button>
      </div>
    );
  }
  if (kept === null) return <div className="processes-kept" aria-busy="true" />;
  if (kept.text === '') return <p className="processes-notice">It printed nothing that was kept.</p>;
  return (
    <>
      <p className="processes-hint">
        {kept.isWhole
          ? 'Kept from an earlier run, with secrets masked.'
          : 'The end of what it printed, kept from an earlier run, with secrets masked.'}
      </p>
      <section
        ref={box}
        className="processes-kept"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it.
        tabIndex={0}
        aria-label={`What ${process.command} printed`}
      >
        {kept.text}
      </section>
    </>
  );
}
