import { describe, expect, it } from 'vitest';
import { openTestStore } from '../../../tests/fakes/open-store';
import { EventId, ProcessId, SessionId } from '../../shared/lib/ids';
import type { ProcessRecord } from '../../shared/schemas/process';
import type { QueueEvent } from '../../shared/schemas/queue-event';
import type { Receipt } from '../processes/ports';
import { type ProcessOwner, SqliteProcessStore } from './process-store';

const hex = (number: number) => number.toString(16).padStart(12, '0');
const processId = (number: number) => ProcessId.parse(`proc_${hex(number)}`);
const eventId = (number: number) => EventId.parse(`evt_${hex(number)}`);
const [ann, bob] = [SessionId.parse(`ses_${hex(1)}`), SessionId.parse(`ses_${hex(2)}`)];

function record(number: number, change: Partial<ProcessRecord> = {}): ProcessRecord {
  return {
    ...{ id: processId(number), sessionId: ann, turnId: null, command: 'npm run dev', cwd: '/w', background: true },
    ...{ pty: false, pid: 100 + number, startTime: '77', state: 'running', startedAt: number, endedAt: null },
    ...{ endReason: null, exitCode: null, signal: null, detached: false, notifyOnComplete: true, watchPatterns: [] },
    ...{ watchDisabled: false, totalBytes: 0, totalChars: 0, waitingForInput: false, note: null },
    ...change,
  };
}

function receipt(number: number, change: Partial<Receipt> = {}): Receipt {
  return {
    ...{ processId: processId(number), sessionId: ann, command: 'make', exitCode: 0, signal: null, reason: 'exited' },
    ...{ startedAt: 1, endedAt: number, tail: 'ok', totalChars: 2 },
    ...change,
  };
}

function match(number: number, sessionId: SessionId = ann): QueueEvent {
  const base = { id: eventId(number), sessionId, processId: processId(1), command: 'make', createdAt: number };
  return { ...base, type: 'watch_match', pattern: 'p', output: 'o', suppressed: 0 };
}

function completion(number: number, process: number): QueueEvent {
  const base = {
    id: eventId(number),
    sessionId: ann,
    processId: processId(process),
    command: 'make',
    createdAt: number,
  };
  return { ...base, type: 'completion', exitCode: 0, signal: null, reason: 'exited', output: 'done', charsBefore: 0 };
}

const owner = (token: string, pid = 1): ProcessOwner => ({ pid, startTime: '5', takenAt: 1, token });

function open(me = owner('me'), isOwnerAlive: (other: ProcessOwner) => boolean = () => false, file?: string) {
  const opened = openTestStore(file === undefined ? {} : { file });
  const store = new SqliteProcessStore(opened.database, {
    log: opened.log,
    mask: (text) => text,
    owner: me,
    isOwnerAlive,
  });
  return { ...opened, store };
}

describe('processes after a restart', () => {
  it('case 122: are found with all that is known of them, an empty pattern list included', () => {
    const first = open(owner('first'));
    const running = record(1, { watchPatterns: [] });
    const watching = record(2, { sessionId: null, watchPatterns: ['ready', 'err.*'], state: 'starting', pid: null });
    const ended = record(3, { state: 'ended', endedAt: 9, endReason: 'exited', exitCode: 0 });
    for (const item of [running, watching, ended]) first.store.saveProcess(item, 1);
    first.dispose();

    // The new app may well have the pid of the old one.
    const { store } = open(owner('second'), () => false, first.file);
    expect(store.unfinished()).toEqual([running, watching]);
    expect(store.finished()).toEqual([ended]);
  });

  it('are not taken from an app that still runs, nor from this one', () => {
    const other = open(owner('other', 42));
    other.store.saveProcess(record(1), 42);
    other.dispose();
    const asked: ProcessOwner[] = [];
    const { store } = open(owner('me'), (one) => asked.push(one) > 0, other.file);
    store.saveProcess(record(2), 1);
    expect(store.unfinished()).toEqual([]);
    expect(asked).toEqual([owner('other', 42)]);
  });

  it('belong to this app once it has saved them, and survive a second restart', () => {
    const first = open(owner('first'));
    first.store.saveProcess(record(1), 1);
    first.dispose();
    const second = open(owner('second'), () => false, first.file);
    const adopted = record(1, { detached: true });
    second.store.saveProcess(adopted, 2);
    expect(second.store.unfinished()).toEqual([]);
    second.dispose();
    expect(open(owner('third'), () => false, first.file).store.unfinished()).toEqual([adopted]);
  });

  it('are forgotten when removed; a spoilt row is left out', () => {
    const { store, database, warnings } = open(owner('a'));
    for (const number of [1, 2, 3]) store.saveProcess(record(number, { state: 'ended' }), 1);
    store.removeProcess(processId(1));
    database.write(`UPDATE processes SET record = '{}' WHERE id = @id`).run({ id: processId(2) });
    expect(store.finished().map((item) => item.id)).toEqual([processId(3)]);
    expect(warnings()).toHaveLength(1);
  });
});

describe('receipts', () => {
  it('come back as they were saved, the last save counting', () => {
    const { store } = open();
    store.saveReceipt(receipt(1));
    store.saveReceipt(receipt(1, { exitCode: null, signal: 'SIGKILL', reason: 'killed', sessionId: null }));
    expect(store.receipt(processId(1))).toEqual(
      receipt(1, { exitCode: null, signal: 'SIGKILL', reason: 'killed', sessionId: null }),
    );
    expect(store.receipt(processId(2))).toBeNull();
  });

  it('are swept by age, and beyond the newest 256', () => {
    const { store, database } = open();
    database.transaction(() => {
      for (let number = 1; number <= 300; number++) store.saveReceipt(receipt(number));
    });
    const gone = (count: number) => Array.from({ length: count }, (_, index) => processId(index + 1));
    expect(store.sweepReceipts(10)).toEqual(gone(44));
    expect(store.sweepReceipts(10)).toEqual([]);
    expect(store.sweepReceipts(47)).toEqual([45, 46].map(processId));
    expect(store.receipt(processId(46))).toBeNull();
    expect(store.receipt(processId(47))).not.toBeNull();
  });
});

describe('the queue of events', () => {
  it('gives what waits, oldest first, of one session or all', () => {
    const { store } = open();
    const events = [match(3), completion(1, 1), match(2, bob)];
    for (const item of events) store.enqueue(item);
    expect(store.waiting()).toEqual(events);
    expect(store.waiting(ann)).toEqual([match(3), completion(1, 1)]);
  });

  it('holds one completion of a process, however often it is told (I4)', () => {
    const { store } = open();
    store.enqueue(completion(1, 1));
    store.setEventState(eventId(1), 'delivered');
    store.enqueue(completion(2, 1));
    store.enqueue(completion(3, 2));
    expect(store.waiting(ann)).toEqual([completion(3, 2)]);
  });

  it('lets a state only go forward', () => {
    const { store, database } = open();
    store.enqueue(match(1));
    const states = (['delivered', 'queued', 'consumed', 'delivered', 'queued'] as const).map((state) => {
      store.setEventState(eventId(1), state);
      return database.read(`SELECT state FROM queue_events`).get();
    });
    expect(states).toEqual(['delivered', 'delivered', 'consumed', 'consumed', 'consumed'].map((state) => ({ state })));
  });

  it('is swept of what was told long ago, never of what waits', () => {
    const { store, database } = open();
    for (const number of [1, 2, 3]) store.enqueue(match(number));
    store.setEventState(eventId(1), 'delivered');
    store.setEventState(eventId(3), 'consumed');
    store.sweepReceipts(3);
    expect(database.read(`SELECT id FROM queue_events ORDER BY seq`).all()).toEqual([
      { id: eventId(2) },
      { id: eventId(3) },
    ]);
  });
});
