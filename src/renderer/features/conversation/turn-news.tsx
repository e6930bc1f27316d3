import { useEffect, useRef, useState } from 'react';
import type { TurnId } from '../../../shared/lib/ids';
import type { Transcript } from './store/transcript';
import { endWords } from './turn-end-words';

/** Tells screen readers when a turn begins and how it ended; its words are not read out while they stream. */
export function TurnNews({ runningTurn, turns }: Pick<Transcript, 'runningTurn' | 'turns'>) {
  const [news, setNews] = useState('');
  const told = useRef<TurnId | null>(runningTurn);
  useEffect(() => {
    const before = told.current;
    told.current = runningTurn;
    if (runningTurn !== null && runningTurn !== before) setNews('Talaria is working.');
    if (runningTurn === null && before !== null) {
      const turn = turns.get(before);
      const isFine = turn === undefined || turn.state === 'completed' || turn.state === 'running';
      setNews(isFine ? 'Talaria has answered.' : endWords(turn));
    }
  }, [runningTurn, turns]);
  return (
    <p className="ui-hidden" role="status">
      {news}
    </p>
  );
}
