import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { messageOf } from '../../../shared/errors/app-error';
import type { ProcessId, SessionId } from '../../../shared/lib/ids';
import { call } from '../../lib/bridge';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Switch } from '../../ui/switch';
import { TextField } from '../../ui/text-field';
import { start } from './use-acts';

interface StartDialogProps {
  readonly sessionId: SessionId | null;
  readonly onStarted: (id: ProcessId) => void;
  readonly onClose: () => void;
}

/** Starts a process by hand. It is the user's own, so nobody judges it. */
export function StartDialog({ sessionId, onStarted, onClose }: StartDialogProps) {
  const form = useId();
  const [command, setCommand] = useState('');
  const [folder, setFolder] = useState('');
  const [pty, setPty] = useState(true);
  const [problem, setProblem] = useState<string | null>(null);
  const [isStarting, setIsStarting] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (command.trim() === '') {
      setProblem('Type the command to start.');
      return;
    }
    setIsStarting(true);
    const cwd = folder.trim();
    const { ok, message, processId } = await start({ command, pty, sessionId, ...(cwd === '' ? {} : { cwd }) });
    setIsStarting(false);
    if (processId !== null) onStarted(processId);
    if (ok) onClose();
    else setProblem(message);
  };
  const pick = async () => {
    const startAt = folder.trim();
    const { folder: picked } = await call('app.pickFolder', startAt === '' ? {} : { startAt });
    if (picked !== null) setFolder(picked);
  };

  return (
    <Dialog
      title="Start a process"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={form} disabled={isStarting}>
            Start
          </Button>
        </>
      }
    >
      <form id={form} className="processes-start" onSubmit={(event) => void handleSubmit(event)}>
        <TextField
          label="Command"
          ref={first}
          className="processes-start-command"
          placeholder="npm run dev"
          value={command}
          problem={problem}
          onChange={(value) => {
            setCommand(value);
            setProblem(null);
          }}
        />
        <div className="processes-start-folder">
          <TextField label="Folder" placeholder="The session's folder" value={folder} onChange={setFolder} />
          <Button kind="line" onClick={() => void pick().catch((error) => setProblem(messageOf(error)))}>
            Choose
          </Button>
        </div>
        <Switch label="Run in a terminal" checked={pty} onChange={setPty} />
      </form>
    </Dialog>
  );
}
