import { z } from 'zod';
import type { ApprovalStore, LedgerEntry, StoredRule } from '../approvals/ports';
import type { WritableDatabase } from './connection';
import { maskOptional, type RepositoryContext, readRows, rowReader } from './rows';

const RuleRow = z.object({ rule: z.string(), created_at: z.number() });
const RuleSchema = z.strictObject({ rule: z.string(), createdAt: z.number() });
const ruleFromRow = rowReader(RuleRow, RuleSchema, (row) => ({ rule: row.rule, createdAt: row.created_at }));

/** What the user allowed for good, and the ledger of every decision. */
export class SqliteApprovalStore implements ApprovalStore {
  private readonly _sql;

  constructor(
    database: WritableDatabase,
    private readonly _context: RepositoryContext,
  ) {
    this._sql = prepare(database);
  }

  /** Oldest first. */
  rules(): readonly StoredRule[] {
    return readRows(this._sql.rules.all(), ruleFromRow, this._context);
  }

  /** Adding a rule again keeps the older date. A rule that held a secret is stored masked, and so matches nothing. */
  addRule({ rule, createdAt }: StoredRule): void {
    this._sql.addRule.run({ rule: this._context.mask(rule), createdAt });
  }

  removeRule(rule: string): boolean {
    return this._sql.removeRule.run({ rule }) > 0;
  }

  record(entry: LedgerEntry): void {
    const { mask } = this._context;
    this._sql.record.run({
      requestId: entry.requestId,
      sessionId: entry.sessionId,
      maskedCommand: mask(entry.maskedCommand),
      reasons: JSON.stringify(entry.reasons.map(mask)),
      choice: entry.choice,
      by: entry.by,
      rule: maskOptional(entry.rule, mask),
      at: entry.at,
    });
  }
}

function prepare(database: WritableDatabase) {
  return {
    rules: database.read(`SELECT rule, created_at FROM approval_rules ORDER BY created_at, rowid`),
    addRule: database.write(
      `INSERT INTO approval_rules (rule, created_at) VALUES (@rule, @createdAt) ON CONFLICT (rule) DO NOTHING`,
    ),
    removeRule: database.write(`DELETE FROM approval_rules WHERE rule = @rule`),
    record: database.write(
      `INSERT INTO approval_ledger (request_id, session_id, masked_command, reasons, choice, decided_by, rule, at)
       VALUES (@requestId, @sessionId, @maskedCommand, @reasons, @choice, @by, @rule, @at)`,
    ),
  };
}
