import { useState } from 'react';
import { messageOf } from '../../../shared/errors/app-error';
import type { ProcessId } from '../../../shared/lib/ids';
import type { ProcessRecord } from '../../../shared/schemas/process';
import { call } from '../../lib/bridge';
import { stateInWords } from '../../lib/words';
import { TerminalView } from './terminal-view';

export function ProcessPanel({ processes }: { readonly processes: readonly ProcessRecord[] }) {
  const [selected, setSelected] = useState<ProcessId | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const shown = processes.find((process) => process.id === selected) ?? processes[0] ?? null;

  const stop = async (id: ProcessId) => {
    try {
      const { message } = await call('processes.kill', { processId: id });
      setSaid(message);
    } catch (error) {
      setSaid(messageOf(error));
    }
  };

  return (
    <aside className="region processes" aria-label="Processes">
      <div className="heading">
        <h2>Processes</h2>
        {shown !== null && shown.state !== 'ended' && (
          <button type="button" onClick={() => void stop(shown.id)}>
            Stop
          </button>
        )}
      </div>
      {processes.length === 0 && <p className="empty">Nothing has been started.</p>}
      <ul className="list">
        {processes.map((process) => (
          <li key={process.id}>
            <button
              type="button"
              className="row"
              aria-current={process.id === shown?.id}
              title={process.command}
              onClick={() => setSelected(process.id)}
            >
              <span className="name mono">{process.command}</span>
              <span className="meta">{stateInWords(process)}</span>
            </button>
          </li>
        ))}
      </ul>
      {shown !== null && !shown.detached && <TerminalView key={shown.id} processId={shown.id} />}
      {shown?.note && <p className="empty">{shown.note}</p>}
      {said !== null && (
        <p className="status" role="status">
          {said}
        </p>
      )}
    </aside>
  );
}
