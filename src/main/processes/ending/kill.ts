import type { Survivor } from '../../../shared/contract/host-protocol';
import { AppError, messageOf } from '../../../shared/errors/app-error';
import { sleep } from '../../../shared/lib/clock';
import type { Entry } from '../entry';
import type { KillOptions, KillReason, KillResult } from '../ports';
import type { RegistryPorts } from '../registry-ports';
import type { DetachedProcesses } from './detached';
import { type Finisher, factsOfExit } from './finish';

/** Asks and forces in one go. */
const NO_GRACE_MS = 1;
/** The host drains for at most 5 s after an exit (decision 6.9); after this an exit that was not told is assumed. */
const EXIT_REPORT_LIMIT_MS = 6_000;

/** Ends processes. Success is reported only when nothing of the tree lives (decision 6.5). */
export class Killer {
  constructor(
    private readonly _ports: RegistryPorts,
    private readonly _finisher: Finisher,
    private readonly _detached: DetachedProcesses,
  ) {}

  /** Two kills at a time are one, which the second may hurry. Never rejects. */
  kill(entry: Entry, reason: KillReason, { force = false }: KillOptions = {}): Promise<KillResult> {
    if (entry.killing !== null) {
      if (force) this._hurry(entry);
      return entry.killing;
    }
    entry.killing = this._kill(entry, reason, force).finally(() => {
      entry.killing = null;
    });
    return entry.killing;
  }

  /** The host ends what lives beside the stop that is under way, which then finds nothing left. */
  private _hurry(entry: Entry): void {
    const { id, pid, startTime, detached } = entry.record;
    const hurried =
      detached && pid !== null
        ? this._ports.killer.killTree({ id, pid, startTime, graceMs: NO_GRACE_MS })
        : this._ports.host.call('kill', { processId: id, graceMs: NO_GRACE_MS });
    hurried.catch((error: unknown) => {
      this._ports.note('warn', `the stop of ${id} could not be hurried: ${messageOf(error)}`);
    });
  }

  private async _kill(entry: Entry, reason: KillReason, force: boolean): Promise<KillResult> {
    await entry.started.opened;
    if (entry.ending !== null) await entry.ending;
    if (entry.isEnded) return { status: 'already_exited', record: entry.record };
    if (entry.record.detached) return this._detached.kill(entry, reason, this._graceMs(force));
    const isFirst = entry.cause === null;
    entry.cause ??= reason;
    entry.holdsExit = true;
    const outcome = await this._askHost(entry, this._graceMs(force));
    entry.holdsExit = false;
    if (outcome.kind === 'survivors') return this._incomplete(entry, outcome.survivors, isFirst);
    if (outcome.kind === 'failed') return this._failed(entry, outcome.error);
    await this._settle(entry);
    return { status: 'killed', record: entry.record };
  }

  private _graceMs(force: boolean): number {
    return force ? NO_GRACE_MS : this._ports.limits().graceMs;
  }

  private async _askHost(entry: Entry, graceMs: number): Promise<KillOutcome> {
    try {
      const { survivors } = await this._ports.host.call('kill', { processId: entry.id, graceMs });
      return survivors.length === 0 ? { kind: 'gone' } : { kind: 'survivors', survivors };
    } catch (error) {
      return { kind: 'failed', error };
    }
  }

  /** Something lives: the process stays running, even when its main program has ended. */
  private _incomplete(entry: Entry, survivors: readonly Survivor[], isFirst: boolean): KillResult {
    const names = survivors.map(({ name, pid }) => `${name} (${pid})`).join(', ');
    const message = `Not everything could be ended; still running: ${names}.`;
    if (entry.heldExit === null && isFirst) entry.cause = null;
    if (entry.heldExit !== null) this._detached.watchSurvivors(entry, survivors);
    return { status: 'error', message, survivors, record: entry.record };
  }

  /** Nothing was signalled, or nobody knows: an exit that came meanwhile was the program's own. */
  private async _failed(entry: Entry, error: unknown): Promise<KillResult> {
    if (entry.survivors.length > 0 && !(await this._detached.areSurvivorsGone(entry))) {
      return this._incomplete(entry, entry.survivors, false);
    }
    if (entry.survivors.length === 0) entry.cause = null;
    const isUnknownToHost =
      error instanceof AppError && (error.code === 'PROCESS_ALREADY_ENDED' || error.code === 'PROCESS_NOT_FOUND');
    if (isUnknownToHost || entry.heldExit !== null) await this._settle(entry);
    if (entry.isEnded) return { status: 'already_exited', record: entry.record };
    return { status: 'error', message: messageOf(error), survivors: [], record: entry.record };
  }

  /** Everything is gone: waits for the exit report, or does without. */
  private async _settle(entry: Entry): Promise<void> {
    if (entry.heldExit === null && !entry.isEnded) await this._exitReport(entry);
    if (entry.isEnded) return;
    const now = this._ports.clock.now();
    if (entry.heldExit !== null) return this._finisher.finish(entry, factsOfExit(entry, entry.heldExit, now));
    const killed = entry.cause !== null;
    return this._finisher.finish(entry, {
      exitCode: killed ? -15 : -1,
      signal: null,
      reason: entry.cause ?? 'lost',
      endedAt: now,
      tail: { text: '', totalChars: entry.record.totalChars },
      totalBytes: entry.record.totalBytes,
      note: 'The process host did not report its end.',
      telling: 'full',
    });
  }

  private async _exitReport(entry: Entry): Promise<void> {
    const abort = new AbortController();
    const limit = sleep(this._ports.clock, EXIT_REPORT_LIMIT_MS, abort.signal).catch(() => {
      // Aborted below: the exit was reported in time.
    });
    await Promise.race([entry.ended.opened, limit]);
    abort.abort();
  }
}

type KillOutcome =
  | { readonly kind: 'gone' }
  | { readonly kind: 'survivors'; readonly survivors: readonly Survivor[] }
  | { readonly kind: 'failed'; readonly error: unknown };
