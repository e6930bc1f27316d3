import { expect, it } from 'vitest';
import { openTestStore } from '../../../tests/fakes/open-store';
import { ProcessId } from '../../shared/lib/ids';
import type { Notice } from '../../shared/schemas/notice';
import { SqliteNoticeStore } from './notice-store';

const notice = (number: number, more: Partial<Notice> = {}): Notice => ({
  ...{ id: `ntc_${number}`, kind: 'process-ended', title: `Finished: job ${number}`, body: 'Ended normally.' },
  ...{ at: number, isRead: false, sessionId: null, processId: ProcessId.parse('proc_000000000001'), requestId: null },
  ...more,
});

it('keeps notices, newest first, and which were read', () => {
  const { database, log } = openTestStore();
  const store = new SqliteNoticeStore(database, { log, mask: (text) => text.replace('hunter2', '***') });
  store.add(notice(1));
  store.add(notice(2, { body: 'with hunter2 in it' }));
  store.markRead(['ntc_1', 'ntc_9']);
  expect(store.list()).toEqual([notice(2, { body: 'with *** in it' }), notice(1, { isRead: true })]);
});

it('keeps the newest 200', () => {
  const { database, log } = openTestStore();
  const store = new SqliteNoticeStore(database, { log, mask: (text) => text });
  for (let number = 1; number <= 205; number++) store.add(notice(number));
  const kept = store.list();
  expect([kept.length, kept[0]?.id, kept.at(-1)?.id]).toEqual([200, 'ntc_205', 'ntc_6']);
  expect(database.read('SELECT count(*) AS rows FROM notices').get()).toEqual({ rows: 200 });
});
