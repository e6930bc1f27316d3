import type { SpawnOptions } from '../../shared/contract/host-protocol';
import { messageOf } from '../../shared/errors/app-error';
import { MARKER_VARIABLE } from '../kill/process-table';
import type { HostPorts } from '../ports';
import type { ChildListener, HostedChild } from './hosted-child';
import { checkProgram } from './program-check';
import { spawnPipe } from './spawn-pipe';
import { spawnPty } from './spawn-pty';

export interface StartedChild {
  readonly child: HostedChild;
  /** Why pipes had to do where a terminal was asked for. */
  readonly ptyNote: string | null;
}

/** Starts a child in a terminal or behind pipes, marked with its id. Fails with PROCESS_SPAWN_FAILED. */
export async function startChild(
  options: SpawnOptions,
  listener: ChildListener,
  ports: HostPorts,
): Promise<StartedChild> {
  const marked = { ...options, env: { ...options.env, [MARKER_VARIABLE]: options.processId } };
  await checkProgram(marked);
  const { pty } = marked;
  if (pty === null) return { child: await spawnPipe(marked, listener, ports.clock), ptyNote: null };
  try {
    const library = await ports.loadPty();
    return { child: spawnPty(library, { ...marked, pty }, { listener, clock: ports.clock }), ptyNote: null };
  } catch (error) {
    const ptyNote = `No terminal could be opened (${messageOf(error)}), so it runs without one.`;
    return { child: await spawnPipe(marked, listener, ports.clock), ptyNote };
  }
}
