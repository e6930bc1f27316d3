import type { Entry } from './entry';
import type { StartRequest } from './ports';

export const SECRET_NOT_KEPT = 'Its command held a secret that was not kept.';

export type RestartRequest =
  | { readonly ok: true; readonly request: StartRequest }
  | { readonly ok: false; readonly message: string };

/**
 * The start that runs the same again: command, folder, terminal and session. It is the user's own, so the agent is
 * told nothing of its end. One of an earlier run has only what the disk keeps, which holds no secrets.
 */
export function restartRequest({ record, request, isUserShell }: Entry): RestartRequest {
  if (request === null && record.commandMasked) return { ok: false, message: SECRET_NOT_KEPT };
  const { sessionId } = record;
  const { command, cwd, pty, env } = request ?? { ...record, env: undefined };
  return {
    ok: true,
    request: {
      sessionId,
      turnId: null,
      command,
      cwd,
      background: true,
      pty,
      notifyOnComplete: false,
      watchPatterns: [],
      ...(env === undefined ? {} : { env }),
      ...(isUserShell ? { userShell: true } : {}),
    },
  };
}
