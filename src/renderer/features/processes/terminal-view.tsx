import '@xterm/xterm/css/xterm.css';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../shared/errors/app-error';
import type { ProcessId } from '../../../shared/lib/ids';
import { openViewPort } from '../../lib/bridge';
import { TerminalSession } from './terminal-session';

/** The live terminal of one process. */
export function TerminalView({ processId }: { readonly processId: ProcessId }) {
  const box = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    let session: TerminalSession | null = null;
    setProblem(null);
    openViewPort(processId).then(
      (port) => {
        if (isGone || box.current === null) port.close();
        else session = new TerminalSession(port, box.current);
      },
      (error) => {
        if (!isGone) setProblem(messageOf(error));
      },
    );
    return () => {
      isGone = true;
      session?.dispose();
    };
  }, [processId]);
  return (
    <div className="terminal" ref={box} data-testid="terminal">
      {problem !== null && <p className="problem">{problem}</p>}
    </div>
  );
}
