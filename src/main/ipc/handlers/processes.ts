import type { processCalls } from '../../../shared/contract/calls/processes';
import type { IpcInput } from '../../../shared/contract/ipc-calls';
import { AppError } from '../../../shared/errors/app-error';
import type { ProcessId, SessionId } from '../../../shared/lib/ids';
import { type ProcessesByHand, type StartRequest, type StartResult, USER_SHELL_NAME } from '../../processes/ports';
import type { HandlersOf } from '../ports';
import { killWords } from './kill-words';

export interface ProcessHandlerParts {
  readonly registry: ProcessesByHand;
  /** Where a process starts that belongs to no conversation. */
  readonly defaultCwd: string;
  /** `~` in a folder that the user typed. */
  readonly userHome: string;
  /** The folder of a conversation; null for one that does not exist. */
  readonly folderOf: (sessionId: SessionId) => string | null;
  /** Connects the caller's page to a process. Throws FORBIDDEN for a page that shows no terminals. */
  readonly connectView: (view: { readonly processId: ProcessId; readonly viewId: string }, senderId: number) => void;
}

/** What the page can do with processes. What the user starts here is theirs and not judged. */
export function processHandlers(parts: ProcessHandlerParts): HandlersOf<typeof processCalls> {
  const { registry } = parts;
  return {
    'processes.list': async () => [...registry.list()].sort((a, b) => b.startedAt - a.startedAt),
    'processes.facts': async () => [...(await registry.facts())],
    'processes.kill': async ({ processId, force = false }) =>
      killWords(await registry.kill(processId, 'killed', { force })),
    'processes.restart': async ({ processId }) => {
      const result = await registry.restart(processId);
      if (!result.ok && 'kill' in result) return { ...killWords(result.kill), processId: null };
      return startWords(result, 'Started again.');
    },
    'processes.clearFinished': async ({ sessionId }) => {
      registry.clearFinished(sessionId);
      return {};
    },
    'processes.start': async (input) => startWords(await registry.start(startRequest(input, parts)), 'Started.'),
    'processes.text': async ({ processId }) => registry.keptText(processId),
    'processes.view': async (view, { senderId }) => {
      parts.connectView(view, senderId);
      return {};
    },
  };
}

function startRequest(input: IpcInput<'processes.start'>, parts: ProcessHandlerParts): StartRequest {
  const { command, cwd, pty, sessionId } = input;
  const folder = sessionId === null ? parts.defaultCwd : parts.folderOf(sessionId);
  if (folder === null) throw new AppError('NOT_FOUND', 'That session does not exist any more.');
  const userShell = command.trim() === '';
  return {
    sessionId,
    turnId: null,
    command: userShell ? USER_SHELL_NAME : command,
    cwd: cwd === undefined || cwd.trim() === '' ? folder : withHome(cwd.trim(), parts.userHome),
    background: true,
    pty: pty || userShell,
    notifyOnComplete: false,
    watchPatterns: [],
    ...(userShell ? { userShell } : {}),
  };
}

function withHome(path: string, home: string): string {
  return path === '~' || path.startsWith('~/') ? `${home}${path.slice(1)}` : path;
}

function startWords(result: StartResult, good: string) {
  if (!result.ok) return { ok: false, message: result.message, processId: result.record?.id ?? null };
  const { record, ptyNote, cwdNote } = result;
  return {
    ok: true,
    message: [good, ptyNote, cwdNote].filter((part) => part !== null).join(' '),
    processId: record.id,
  };
}
