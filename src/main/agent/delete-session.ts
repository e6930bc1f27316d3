import type { Clock } from '../../shared/lib/clock';
import type { ProcessId, SessionId } from '../../shared/lib/ids';
import type { KillResult } from '../processes/ports';
import type { Conversations } from './conversations';
import type { SessionStore } from './ports';
import type { SessionSummaries } from './session-summaries';
import { processCount } from './state-text';

/** The processes of a session that goes. */
export interface OwnedProcesses {
  kill(id: ProcessId, reason: 'killed'): Promise<KillResult>;
  /** Those that run belong to no session from now on; returns which. */
  leaveSession(sessionId: SessionId): readonly ProcessId[];
  /** Gives back those that left it. */
  rejoinSession(sessionId: SessionId): void;
  /** What they still had to tell the session is not told any more. */
  dropNotices(sessionId: SessionId): void;
}

export interface DeletionPorts {
  readonly store: Pick<SessionStore, 'mark'>;
  readonly conversations: Pick<Conversations, 'close' | 'notifyWaiting'>;
  readonly summaries: Pick<SessionSummaries, 'poke'>;
  readonly processes: OwnedProcesses;
  /** What was allowed for this session ends, and what waits in it is denied. */
  readonly forgetApprovals: (sessionId: SessionId) => void;
  readonly clock: Clock;
}

/**
 * Deletes a session so that it can come back until the next start. First it is marked, so that nothing new begins in
 * it; then its turn is stopped, and its processes are stopped or go on without it.
 */
export class SessionDeletion {
  private readonly _underWay = new Map<SessionId, Promise<string>>();

  constructor(private readonly _ports: DeletionPorts) {}

  /** Resolves, when all of it is done, to what became of the processes. Throws the store's AppError before anything. */
  async delete(id: SessionId, processes: 'stop' | 'keep'): Promise<string> {
    this._ports.store.mark(id, 'deleted', this._ports.clock.now());
    this._ports.summaries.poke();
    const work = this._end(id, processes);
    this._underWay.set(id, work);
    try {
      return await work;
    } finally {
      this._underWay.delete(id);
    }
  }

  /** Waits for a deletion that is under way: a session does not come back half stopped. */
  async restore(id: SessionId): Promise<void> {
    await this._underWay.get(id)?.catch(() => {
      // Whoever asked for the deletion is told of its failure.
    });
    this._ports.store.mark(id, 'deleted', null);
    this._ports.processes.rejoinSession(id);
    this._ports.summaries.poke();
  }

  private async _end(id: SessionId, choice: 'stop' | 'keep'): Promise<string> {
    const { conversations, processes, forgetApprovals } = this._ports;
    forgetApprovals(id);
    await conversations.close(id);
    processes.dropNotices(id);
    // In both cases before they end: the end of a process must not be told to a session that is gone.
    const running = processes.leaveSession(id);
    const words = choice === 'stop' ? await this._stopAll(running) : keptWords(running.length);
    return ['Deleted.', ...words].join(' ');
  }

  private async _stopAll(running: readonly ProcessId[]): Promise<readonly string[]> {
    const results = await Promise.all(running.map((id) => this._ports.processes.kill(id, 'killed')));
    const failures = results.flatMap((result) => (result.status === 'error' ? [result.message] : []));
    const stopped = results.filter((result) => result.status === 'killed').length;
    return [...(stopped === 0 ? [] : [`${processCount(stopped)} stopped.`]), ...failures];
  }
}

function keptWords(kept: number): readonly string[] {
  if (kept === 0) return [];
  return [`${processCount(kept)} ${kept === 1 ? 'goes' : 'go'} on without a session.`];
}
