import './first-run.css';
import { useEffect, useState } from 'react';
import { messageOf } from '../../../shared/errors/app-error';
import type { ProcessId, SessionId } from '../../../shared/lib/ids';
import type { ProcessRecord } from '../../../shared/schemas/process';
import { call, on } from '../../lib/bridge';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';

/** What the one button sends. It writes nothing and ends by itself. */
export const GUIDED_MESSAGE =
  'start "for i in 1 2 3 4 5 6 7 8; do echo tick $i; sleep 1; done" in the background and tell me when it is done';

interface WelcomeProps {
  readonly isOperator: boolean;
  readonly onStarted: (id: SessionId) => void;
  readonly onPutAway: () => void;
}

/** The first thing that is seen. It starts nothing until the button is pressed. */
export function Welcome({ isOperator, onStarted, onPutAway }: WelcomeProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const run = async () => {
    setIsBusy(true);
    setProblem(null);
    try {
      const session = await call('sessions.create', {});
      await call('sessions.send', { sessionId: session.id, text: GUIDED_MESSAGE });
      onStarted(session.id);
    } catch (error) {
      setProblem(messageOf(error));
      setIsBusy(false);
    }
  };
  return (
    <section className="first-run" aria-label="Welcome">
      <h1>See it work once</h1>
      <p>
        Talaria runs commands on this machine, shows each one live, and asks before it does anything risky.
        {isOperator &&
          ' No model is connected yet; a built-in operator answers, so this works without a key or a network.'}
      </p>
      <pre className="first-run-message">{GUIDED_MESSAGE}</pre>
      {problem !== null && (
        <p className="first-run-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="first-run-acts">
        <Button kind="primary" disabled={isBusy} onClick={() => void run()}>
          Run this message
        </Button>
        <Button onClick={onPutAway}>Not now</Button>
        <span>It counts to eight and changes no file.</span>
      </div>
    </section>
  );
}

interface GuideProps {
  readonly sessionId: SessionId;
  readonly processes: readonly ProcessRecord[];
  readonly onShowProcess: (id: ProcessId) => void;
  readonly onConnect: () => void;
  readonly onPutAway: () => void;
}

/** Says what to look at while the guided session runs; each line is ticked off when it has really happened. */
export function Guide({ sessionId, processes, onShowProcess, onConnect, onPutAway }: GuideProps) {
  const hasAnswered = useHasReported(sessionId);
  const process = processes.find((record) => record.sessionId === sessionId) ?? null;
  const hasEnded = process?.state === 'ended';
  return (
    <section className="first-run first-run-guide" aria-label="Guided session">
      <ol>
        <Step isDone={process !== null}>
          The command runs beside the conversation.{' '}
          {process !== null && <Button onClick={() => onShowProcess(process.id)}>Show it</Button>}
        </Step>
        <Step isDone={hasEnded}>Its output is live until it ends.</Step>
        <Step isDone={hasEnded && hasAnswered}>Its end is reported here, also if you had looked elsewhere.</Step>
      </ol>
      <div className="first-run-acts">
        <Button kind="line" onClick={onConnect}>
          Connect a model
        </Button>
        <Button onClick={onPutAway}>Close this guide</Button>
      </div>
    </section>
  );
}

function Step({ isDone, children }: { readonly isDone: boolean; readonly children: React.ReactNode }) {
  return (
    <li className={isDone ? 'first-run-done' : undefined}>
      <span className="first-run-mark">{isDone && <Icon name="check" />}</span>
      <span>
        {isDone && <span className="ui-hidden">Done: </span>}
        {children}
      </span>
    </li>
  );
}

/** Whether a turn that an event caused has been answered in this session. */
function useHasReported(sessionId: SessionId): boolean {
  const [hasReported, setHasReported] = useState(false);
  useEffect(() => {
    let reporting: string | null = null;
    const subscription = on('engine', (event) => {
      if (!('sessionId' in event) || event.sessionId !== sessionId) return;
      if (event.type === 'turn.started' && event.trigger === 'event') reporting = event.turnId;
      if (event.type === 'turn.completed' && event.turnId === reporting) setHasReported(true);
    });
    return () => subscription.dispose();
  }, [sessionId]);
  return hasReported;
}
