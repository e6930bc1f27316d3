import { useEffect, useState } from 'react';
import type { ProcessFacts } from '../../../shared/contract/calls/processes';
import type { ProcessId } from '../../../shared/lib/ids';
import { call } from '../../lib/bridge';

const ASK_EVERY_MS = 2_000;

/** What running processes use, asked again and again for as long as somebody looks and something runs. */
export function useFacts(isWanted: boolean): ReadonlyMap<ProcessId, ProcessFacts> {
  const [facts, setFacts] = useState<ReadonlyMap<ProcessId, ProcessFacts>>(new Map());
  useEffect(() => {
    if (!isWanted) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const ask = async () => {
      const answer = await call('processes.facts', {}).catch(() => null);
      if (isOver) return;
      if (answer !== null) setFacts(new Map(answer.map((fact) => [fact.processId, fact])));
      timer = setTimeout(() => void ask(), ASK_EVERY_MS);
    };
    void ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isWanted]);
  return facts;
}
