import type { SessionId } from '../../../shared/lib/ids';

/** The rules that hold for one session only; they end with it, or with the app. */
export class SessionRules {
  private readonly _rules = new Map<SessionId, Set<string>>();

  of(sessionId: SessionId): readonly string[] {
    return [...(this._rules.get(sessionId) ?? [])];
  }

  add(sessionId: SessionId, rule: string): void {
    const rules = this._rules.get(sessionId) ?? new Set();
    this._rules.set(sessionId, rules.add(rule));
  }

  /** The rule holds in no session any more. */
  revoke(rule: string): void {
    for (const rules of this._rules.values()) rules.delete(rule);
  }

  forget(sessionId: SessionId): void {
    this._rules.delete(sessionId);
  }
}
