import { constants } from 'node:os';
import { messageOf } from '../../../shared/errors/app-error';
import type { EndReason } from '../../../shared/schemas/end-reason';
import type { ProcessRecord } from '../../../shared/schemas/process';
import type { QueueEvent } from '../../../shared/schemas/queue-event';
import type { Entry, HostExit } from '../entry';
import type { RecordTable } from '../record-table';
import type { RegistryPorts } from '../registry-ports';
import { Rows } from '../rows';
import { type FinalTail, FinalTails, type RawTail } from './final-tail';

const KILLED_EXIT_CODE = -15;
const UNKNOWN_EXIT_CODE = -1;

export interface EndFacts {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly reason: EndReason;
  readonly endedAt: number;
  readonly tail: RawTail;
  readonly totalBytes: number;
  readonly note: string | null;
  /** `quiet`: whoever started it already knows; no event, no notice. `no-notice`: shown, but no turn is started. */
  readonly telling: 'full' | 'no-notice' | 'quiet';
}

/** What the host's exit event means, given who began the end: killed by us is -15 whatever the program answered. */
export function factsOfExit(entry: Entry, exit: HostExit, endedAt: number): EndFacts {
  const common = {
    endedAt,
    tail: { text: exit.tail, totalChars: exit.totalChars },
    totalBytes: exit.totalBytes,
    note: exit.note,
    telling: 'full' as const,
  };
  if (entry.cause !== null) return { ...common, exitCode: KILLED_EXIT_CODE, signal: exit.signal, reason: entry.cause };
  return { ...common, exitCode: exit.exitCode ?? codeOfSignal(exit.signal), signal: exit.signal, reason: 'exited' };
}

function codeOfSignal(signal: string | null): number {
  const number = Object.entries(constants.signals).find(([name]) => name === signal)?.[1];
  return number === undefined ? UNKNOWN_EXIT_CODE : -number;
}

/**
 * Writes down how a process ended (spec/processes 4.2). Only the first end of a process counts. Receipt and
 * completion are on disk before the ended state can be seen, and the exited event is out before anybody is woken.
 */
export class Finisher {
  private readonly _tails: FinalTails;
  private readonly _rows: Rows;

  constructor(
    private readonly _ports: RegistryPorts,
    private readonly _table: RecordTable,
    private readonly _onEnded: (record: ProcessRecord) => void,
  ) {
    this._tails = new FinalTails(_ports);
    this._rows = new Rows(_ports);
  }

  finish(entry: Entry, facts: EndFacts): Promise<void> {
    entry.ending ??= this._finalTail(entry, facts).then((tail) => this._commit(entry, facts, tail));
    return entry.ending;
  }

  /** A tail that cannot be made readable must not keep a process from ending. */
  private _finalTail(entry: Entry, facts: EndFacts): Promise<FinalTail> {
    return this._tails.of(entry, facts.tail).catch((error: unknown) => {
      this._ports.note('error', `the last output of ${entry.id} could not be prepared: ${messageOf(error)}`);
      return { text: '', charsBefore: facts.tail.totalChars };
    });
  }

  private _commit(entry: Entry, facts: EndFacts, tail: FinalTail): void {
    const record = endedRecord(entry.record, facts);
    this._rows.saveReceipt(receiptOf(record, facts, { tail: tail.text, mask: this._ports.mask }));
    const notice = this._store(record, facts, tail);
    this._rows.save(record);
    entry.record = record;
    this._table.moveToFinished(entry);
    try {
      if (facts.telling !== 'quiet') this._emitExited(record, facts, tail);
      if (notice !== null) this._ports.queue.announce(notice);
      this._onEnded(record);
    } finally {
      entry.ended.open();
    }
  }

  private _store(record: ProcessRecord, facts: EndFacts, tail: FinalTail): QueueEvent | null {
    const { sessionId } = record;
    if (facts.telling !== 'full' || !record.notifyOnComplete || sessionId === null) return null;
    if (this._ports.queue.hasCompletion(record.id, sessionId)) return null;
    return this._ports.queue.add({
      id: this._ports.ids.event(),
      type: 'completion',
      sessionId,
      processId: record.id,
      command: record.command,
      createdAt: facts.endedAt,
      exitCode: facts.exitCode,
      signal: facts.signal,
      reason: facts.reason,
      output: tail.text,
      charsBefore: tail.charsBefore,
    });
  }

  private _emitExited(record: ProcessRecord, facts: EndFacts, tail: FinalTail): void {
    this._ports.emit({
      type: 'process.exited',
      ...(record.sessionId === null ? {} : { sessionId: record.sessionId }),
      processId: record.id,
      exitCode: facts.exitCode,
      signal: facts.signal,
      reason: facts.reason,
      tail: tail.text,
    });
  }
}

function endedRecord(record: ProcessRecord, facts: EndFacts): ProcessRecord {
  return {
    ...record,
    state: 'ended',
    endedAt: facts.endedAt,
    endReason: facts.reason,
    exitCode: facts.exitCode,
    signal: facts.signal,
    totalBytes: Math.max(record.totalBytes, facts.totalBytes),
    totalChars: Math.max(record.totalChars, facts.tail.totalChars),
    waitingForInput: false,
    note: joinNotes(record.note, facts.note),
  };
}

/** Notes add up: what was said earlier stays true. */
export function joinNotes(...notes: readonly (string | null)[]): string | null {
  const said = notes.filter((note) => note !== null && note !== '');
  return said.length === 0 ? null : said.join(' ');
}

function receiptOf(record: ProcessRecord, facts: EndFacts, text: { tail: string; mask: (text: string) => string }) {
  return {
    processId: record.id,
    sessionId: record.sessionId,
    command: text.mask(record.command),
    exitCode: facts.exitCode,
    signal: facts.signal,
    reason: facts.reason,
    startedAt: record.startedAt,
    endedAt: facts.endedAt,
    tail: text.tail,
    totalChars: record.totalChars,
  };
}
