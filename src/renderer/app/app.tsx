import { useEffect, useState } from 'react';
import type { SessionId } from '../../shared/lib/ids';
import { ApprovalCard } from '../features/approvals/index';
import { Composer, Conversation } from '../features/conversation/index';
import { ProcessPanel } from '../features/processes/index';
import { SessionList } from '../features/sessions/index';
import { call, on } from '../lib/bridge';
import { useApprovals, useProcesses, useSessions } from '../lib/use-main-list';

/** The plain page: sessions, one conversation, processes with one live terminal. */
export function App() {
  const sessions = useSessions();
  const processes = useProcesses();
  const approvals = useApprovals();
  const [selected, setSelected] = useState<SessionId | null>(null);
  const running = useRunningSessions();
  const shown = selected ?? sessions[0]?.id ?? null;

  const startNew = async () => {
    const session = await call('sessions.create', {});
    setSelected(session.id);
    return session.id;
  };
  const send = async (text: string) => {
    await call('sessions.send', { sessionId: shown ?? (await startNew()), text });
  };

  return (
    <div className="shell">
      <SessionList sessions={sessions} selected={shown} onSelect={setSelected} onNew={() => void startNew()} />
      <main className="region">
        <Conversation
          sessionId={shown}
          waiting={approvals
            .filter((approval) => approval.sessionId === shown)
            .map((approval) => <ApprovalCard key={approval.requestId} approval={approval} />)}
        />
        <Composer
          onSend={send}
          onStop={() => {
            if (shown !== null) void call('sessions.interrupt', { sessionId: shown });
          }}
          isRunning={shown !== null && running.has(shown)}
        />
      </main>
      <ProcessPanel processes={processes} />
    </div>
  );
}

function useRunningSessions(): ReadonlySet<SessionId> {
  const [running, setRunning] = useState<ReadonlySet<SessionId>>(new Set());
  useEffect(() => {
    const subscription = on('engine', (event) => {
      if (event.type === 'turn.started') setRunning((old) => new Set([...old, event.sessionId]));
      if (event.type === 'turn.completed' || event.type === 'turn.failed')
        setRunning((old) => new Set([...old].filter((id) => id !== event.sessionId)));
    });
    return () => subscription.dispose();
  }, []);
  return running;
}
