import { useState } from 'react';
import { messageOf } from '../../../shared/errors/app-error';
import type { ProcessId, SessionId } from '../../../shared/lib/ids';
import type { ProcessRecord } from '../../../shared/schemas/process';
import { call } from '../../lib/bridge';
import { copyText } from '../../lib/copy';
import { openLink } from '../../lib/open-link';

export interface ProcessActs {
  /** Asked to stop, and not known to be over yet. */
  readonly isStopping: (id: ProcessId) => boolean;
  /** A stop was asked for and did not end it, so far: force is offered. */
  readonly mayForce: (id: ProcessId) => boolean;
  /** What the last act on this process answered, where that was not what was wanted. */
  readonly said: (id: ProcessId | null) => string | null;
  readonly hush: () => void;
  readonly stop: (id: ProcessId, force?: boolean) => Promise<void>;
  readonly restart: (id: ProcessId) => Promise<void>;
  readonly startShell: (sessionId: SessionId | null) => Promise<void>;
  readonly copyCommand: (process: ProcessRecord) => Promise<void>;
  readonly openPort: (id: ProcessId, port: number) => Promise<void>;
  readonly clearFinished: (sessionId: SessionId | undefined) => Promise<void>;
}

/** What can be done to processes. An answer is kept until the next act. */
export function useActs(onSelect: (id: ProcessId) => void): ProcessActs {
  const [stopping, setStopping] = useState<ReadonlySet<ProcessId>>(new Set());
  const [unstopped, setUnstopped] = useState<ReadonlySet<ProcessId>>(new Set());
  const [answer, setAnswer] = useState<{ readonly id: ProcessId | null; readonly text: string } | null>(null);

  const say = (id: ProcessId | null, text: string | null) => setAnswer(text === null ? null : { id, text });
  const stop = async (id: ProcessId, force = false) => {
    say(id, null);
    setStopping((old) => withItem(old, id));
    const { ok, message } = await told(call('processes.kill', { processId: id, force }));
    setStopping((old) => withoutItem(old, id));
    setUnstopped((old) => (ok ? withoutItem(old, id) : withItem(old, id)));
    if (!ok) say(id, message);
  };
  const started = async (asked: ReturnType<typeof start>, id: ProcessId | null) => {
    say(id, null);
    const { ok, message, processId } = await asked;
    if (!ok) say(id, message);
    if (processId !== null) onSelect(processId);
  };
  const tried = async (id: ProcessId | null, asked: Promise<unknown>) => {
    try {
      await asked;
    } catch (error) {
      say(id, messageOf(error));
    }
  };
  return {
    isStopping: (id) => stopping.has(id),
    mayForce: (id) => stopping.has(id) || unstopped.has(id),
    said: (id) => (answer !== null && (answer.id === null || answer.id === id) ? answer.text : null),
    hush: () => setAnswer(null),
    stop,
    restart: (id) => started(startAgain(id), id),
    startShell: (sessionId) => started(start({ command: '', pty: true, sessionId }), null),
    copyCommand: ({ id, command }) => tried(id, copyText(command)),
    openPort: (id, port) => tried(id, openLink(`http://127.0.0.1:${port}`)),
    clearFinished: (sessionId) =>
      tried(null, call('processes.clearFinished', sessionId === undefined ? {} : { sessionId })),
  };
}

type Started = { readonly ok: boolean; readonly message: string; readonly processId: ProcessId | null };

interface StartInput {
  readonly command: string;
  readonly cwd?: string;
  readonly pty: boolean;
  readonly sessionId: SessionId | null;
}

/** Starts a process by hand. Never rejects: what went wrong is in the answer. */
export async function start(input: StartInput): Promise<Started> {
  try {
    return await call('processes.start', input);
  } catch (error) {
    return { ok: false, message: messageOf(error), processId: null };
  }
}

async function startAgain(processId: ProcessId): Promise<Started> {
  try {
    return await call('processes.restart', { processId });
  } catch (error) {
    return { ok: false, message: messageOf(error), processId: null };
  }
}

async function told(asked: Promise<{ readonly ok: boolean; readonly message: string }>) {
  try {
    return await asked;
  } catch (error) {
    return { ok: false, message: messageOf(error) };
  }
}

function withItem<T>(set: ReadonlySet<T>, item: T): ReadonlySet<T> {
  return new Set([...set, item]);
}

function withoutItem<T>(set: ReadonlySet<T>, item: T): ReadonlySet<T> {
  return new Set([...set].filter((one) => one !== item));
}
