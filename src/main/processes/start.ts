import type { HostReply } from '../../shared/contract/host-protocol';
import { AppError, messageOf } from '../../shared/errors/app-error';
import type { ProcessRecord } from '../../shared/schemas/process';
import { type Finisher, joinNotes } from './ending/finish';
import { Entry } from './entry';
import { logPathOf } from './output/log-path';
import type { Launch, StartRequest, StartResult } from './ports';
import type { RecordTable } from './record-table';
import type { RegistryPorts } from './registry-ports';
import { Rows } from './rows';

/** spec/processes 2.2. */
const PTY_SIZE = { cols: 120, rows: 30 };
const NOT_ON_DISK = 'It could not be written to the database, so a restart of Talaria would not find it again.';

/** Starts processes: the row is on disk before the child is, and the child is in the table before it has a pid. */
export class Starter {
  private readonly _rows: Rows;

  constructor(
    private readonly _ports: RegistryPorts,
    private readonly _table: RecordTable,
    private readonly _finisher: Finisher,
    /** Called in the same turn in which it became running, after that was told. */
    private readonly _onRunning: (entry: Entry) => void,
  ) {
    this._rows = new Rows(_ports);
  }

  /** Never rejects: a start that fails is a tracked process that ended with `failed-start`. */
  async start(request: StartRequest): Promise<StartResult> {
    const entry = new Entry(this._newRecord(request), request);
    this._table.add(entry);
    const isOnDisk = this._rows.save(entry.record);
    try {
      const launch = await this._ports.launcher.prepare({
        command: request.command,
        cwd: request.cwd,
        env: request.env ?? {},
        ...(request.userShell ? { userShell: true } : {}),
      });
      const spawned = await this._spawn(entry, request, launch);
      this._run(entry, { launch, spawned, isOnDisk });
      return { ok: true, record: entry.record, ptyNote: spawned.ptyNote, cwdNote: launch.cwdNote };
    } catch (error) {
      return await this._fail(entry, error);
    } finally {
      entry.started.open();
    }
  }

  private _newRecord(request: StartRequest): ProcessRecord {
    const { mask } = this._ports;
    const isMasked = mask(request.command) !== request.command || mask(request.cwd) !== request.cwd;
    return {
      ...(isMasked ? { commandMasked: true as const } : {}),
      id: this._ports.ids.process(),
      sessionId: request.sessionId,
      turnId: request.turnId,
      command: request.command,
      cwd: request.cwd,
      background: request.background,
      pty: request.pty,
      pid: null,
      startTime: null,
      state: 'starting',
      startedAt: this._ports.clock.now(),
      endedAt: null,
      endReason: null,
      exitCode: null,
      signal: null,
      detached: false,
      notifyOnComplete: request.notifyOnComplete,
      watchPatterns: [...request.watchPatterns],
      watchDisabled: false,
      totalBytes: 0,
      totalChars: 0,
      waitingForInput: false,
      note: null,
    };
  }

  private async _spawn(entry: Entry, request: StartRequest, launch: Launch): Promise<HostReply<'spawn'>> {
    try {
      return await this._ports.host.call('spawn', {
        processId: entry.id,
        file: launch.file,
        args: [...launch.args],
        cwd: launch.cwd,
        env: { ...launch.env },
        pty: request.pty ? PTY_SIZE : null,
        watchPatterns: [...request.watchPatterns],
        ...(request.userShell ? { hangUp: true } : {}),
        logPath: logPathOf(this._ports, entry.id),
        logMaxBytes: this._ports.limits().logMaxBytes,
      });
    } catch (error) {
      if (error instanceof AppError && error.code === 'HOST_TIMEOUT') await this._endLateChild(entry);
      throw error;
    }
  }

  /** The host may have started it after all, too late for anyone to be told. */
  private async _endLateChild(entry: Entry): Promise<void> {
    const { graceMs } = this._ports.limits();
    await this._ports.host.call('kill', { processId: entry.id, graceMs }).catch((error: unknown) => {
      this._ports.note('warn', `${entry.id} did not start in time, nor could it be ended: ${messageOf(error)}`);
    });
  }

  private _run(
    entry: Entry,
    how: { readonly launch: Launch; readonly spawned: HostReply<'spawn'>; readonly isOnDisk: boolean },
  ): void {
    const { launch, spawned } = how;
    entry.isOnHost = true;
    entry.update({
      state: 'running',
      cwd: launch.cwd,
      pid: spawned.pid,
      startTime: spawned.startTime,
      pty: spawned.pty,
      note: joinNotes(spawned.ptyNote, launch.cwdNote),
    });
    if (!this._rows.save(entry.record) || !how.isOnDisk)
      entry.update({ note: joinNotes(entry.record.note, NOT_ON_DISK) });
    const { sessionId, turnId, pid } = entry.record;
    this._ports.emit({
      type: 'process.started',
      ...(sessionId === null ? {} : { sessionId }),
      ...(turnId === null ? {} : { turnId }),
      processId: entry.id,
      command: this._ports.mask(entry.record.command),
      pid,
    });
    this._onRunning(entry);
  }

  private async _fail(entry: Entry, error: unknown): Promise<StartResult> {
    const message = messageOf(error);
    await this._finisher.finish(entry, {
      exitCode: -1,
      signal: null,
      reason: 'failed-start',
      endedAt: this._ports.clock.now(),
      tail: { text: '', totalChars: 0 },
      totalBytes: 0,
      note: message,
      telling: 'quiet',
    });
    return { ok: false, record: entry.record, message };
  }
}
