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

  forget(sessionId: SessionId): void {
    this._rules.delete(sessionId);
  }
}
