import { describe, expect, it } from 'vitest';
import { openTestStore } from '../../../tests/fakes/open-store';
import { RequestId, SessionId } from '../../shared/lib/ids';
import { SqliteApprovalStore } from './approval-store';

describe('approval rules', () => {
  it('come back oldest first; adding one again keeps its date', () => {
    const { database, log } = openTestStore();
    const store = new SqliteApprovalStore(database, { log, mask: (text) => text });
    store.addRule({ rule: 'npm install', createdAt: 2 });
    store.addRule({ rule: 'git push', createdAt: 1 });
    store.addRule({ rule: 'npm install', createdAt: 3 });
    expect(store.rules()).toEqual([
      { rule: 'git push', createdAt: 1 },
      { rule: 'npm install', createdAt: 2 },
    ]);
    expect([store.removeRule('git push'), store.removeRule('git push')]).toEqual([true, false]);
    expect(store.rules()).toEqual([{ rule: 'npm install', createdAt: 2 }]);
  });
});

describe('the ledger of approvals', () => {
  it('keeps every decision, in order', () => {
    const { database, log } = openTestStore();
    const store = new SqliteApprovalStore(database, { log, mask: (text) => text });
    const entry = {
      ...{ requestId: RequestId.parse('apr_000000000001'), sessionId: SessionId.parse('ses_000000000001') },
      ...{ maskedCommand: 'rm -rf build', reasons: ['It deletes.'], choice: 'once' as const, by: 'stdin' as const },
      ...{ rule: 'recursive-delete', at: 5 },
    };
    store.record(entry);
    store.record({ ...entry, choice: 'deny', by: 'timeout', rule: null });
    expect(database.read(`SELECT choice, decided_by, reasons, rule FROM approval_ledger ORDER BY seq`).all()).toEqual([
      { choice: 'once', decided_by: 'stdin', reasons: '["It deletes."]', rule: 'recursive-delete' },
      { choice: 'deny', decided_by: 'timeout', reasons: '["It deletes."]', rule: null },
    ]);
  });
});
