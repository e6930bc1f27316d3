import type { ProcessStore, Receipt } from '../../src/main/processes/ports';
import type { EventId, ProcessId, SessionId } from '../../src/shared/lib/ids';
import { ProcessRecord } from '../../src/shared/schemas/process';
import { QueueEvent, type QueueEventState } from '../../src/shared/schemas/queue-event';

const MAX_RECEIPTS = 256;

/** A ProcessStore that lives as long as the object: hand the same one to a second registry to play a restart. */
export class MemoryProcessStore implements ProcessStore {
  readonly rows = new Map<ProcessId, { record: ProcessRecord; ownerPid: number }>();
  readonly receipts = new Map<ProcessId, Receipt>();
  readonly events = new Map<EventId, { event: QueueEvent; state: QueueEventState }>();
  /** Every write in order, to check what was durable before what. */
  readonly writes: string[] = [];
  isBroken = false;

  constructor(private readonly _isOwnerAlive: (pid: number) => boolean = () => false) {}

  saveProcess(record: ProcessRecord, ownerPid: number): void {
    this._write(`process ${record.id} ${record.state}`);
    this.rows.set(record.id, { record: ProcessRecord.parse(structuredClone(record)), ownerPid });
  }

  removeProcess(id: ProcessId): void {
    this._write(`remove ${id}`);
    this.rows.delete(id);
  }

  unfinished(): readonly ProcessRecord[] {
    return [...this.rows.values()]
      .filter(({ record, ownerPid }) => record.state !== 'ended' && !this._isOwnerAlive(ownerPid))
      .map(({ record }) => structuredClone(record));
  }

  finished(): readonly ProcessRecord[] {
    return [...this.rows.values()].map(({ record }) => record).filter((record) => record.state === 'ended');
  }

  saveReceipt(receipt: Receipt): void {
    this._write(`receipt ${receipt.processId}`);
    this.receipts.set(receipt.processId, structuredClone(receipt));
  }

  receipt(id: ProcessId): Receipt | null {
    return this.receipts.get(id) ?? null;
  }

  sweepReceipts(before: number): readonly ProcessId[] {
    const newestFirst = [...this.receipts.values()].sort((a, b) => b.endedAt - a.endedAt);
    const dropped = newestFirst.filter((receipt, index) => index >= MAX_RECEIPTS || receipt.endedAt < before);
    for (const receipt of dropped) this.receipts.delete(receipt.processId);
    return dropped.map((receipt) => receipt.processId);
  }

  enqueue(event: QueueEvent): void {
    this._write(`event ${event.type} ${event.processId}`);
    this.events.set(event.id, { event: QueueEvent.parse(structuredClone(event)), state: 'queued' });
  }

  waiting(sessionId?: SessionId): readonly QueueEvent[] {
    return [...this.events.values()]
      .filter(({ event, state }) => state === 'queued' && (sessionId === undefined || event.sessionId === sessionId))
      .map(({ event }) => event);
  }

  setEventState(id: EventId, state: QueueEventState): void {
    this._write(`${state} ${id}`);
    const row = this.events.get(id);
    if (row !== undefined) this.events.set(id, { ...row, state });
  }

  private _write(what: string): void {
    if (this.isBroken) throw new Error('the disk is full');
    this.writes.push(what);
  }
}
