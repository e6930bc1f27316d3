import type { Reply } from '../../shared/errors/wire';
import type { RequestId, SessionId, TurnId } from '../../shared/lib/ids';
import type {
  ApprovalBy,
  ApprovalChoice,
  ApprovalMode,
  ApprovalSpan,
  ApprovalView,
} from '../../shared/schemas/approval';

/**
 * A node of a parsed command, plain data: what tree-sitter-bash names it, where it stands (UTF-16 offsets), and its
 * children, anonymous ones included.
 */
export interface SyntaxNode {
  readonly type: string;
  readonly named: boolean;
  readonly start: number;
  readonly end: number;
  readonly field: string | null;
  readonly children: readonly SyntaxNode[];
}

export type ParseResult =
  | { readonly ok: true; readonly root: SyntaxNode }
  /** Too long, too deep, a syntax error, or out of time: decision 11 asks for all of them. */
  | { readonly ok: false; readonly why: 'too-long' | 'too-deep' | 'syntax' | 'timeout' | 'crashed' };

/** Parses shell text in a worker within 50 ms; never throws, never blocks main. */
export interface CommandParser {
  parse(command: string): Promise<ParseResult>;
}

export interface Reason {
  /** One plain sentence for a person. */
  readonly text: string;
  /** The danger family's stable name, for example `recursive-delete`. */
  readonly family: string;
  /** The part of the raw command it speaks of; null for the whole. */
  readonly span: { readonly start: number; readonly end: number } | null;
}

export interface Verdict {
  readonly decision: 'allow' | 'ask' | 'refuse';
  readonly reasons: readonly Reason[];
  /** The rule that decided: a stored rule, a table's or family's name; null when nothing matched. */
  readonly rule: string | null;
  /** Prefix rule that "session" and "always" would store (decision 12); null when not offered. */
  readonly ruleToStore: string | null;
  /** Flagged: hidden characters or unparsable; "always" is not offered (decision 12). */
  readonly flagged: boolean;
}

export interface JudgeContext {
  readonly cwd: string;
  /** The session's folder, where the command starts elsewhere: writes inside it are work. Default `cwd`. */
  readonly folder?: string | undefined;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  readonly mode: ApprovalMode;
  /** Allow rules in force for the session: stored ones and the session's own. */
  readonly allowRules: readonly string[];
}

export interface StoredRule {
  readonly rule: string;
  readonly createdAt: number;
}

/** One line of the ledger: what was decided, masked. */
export interface LedgerEntry {
  readonly requestId: RequestId;
  readonly sessionId: SessionId;
  readonly maskedCommand: string;
  readonly reasons: readonly string[];
  readonly choice: ApprovalChoice;
  readonly by: ApprovalBy;
  readonly rule: string | null;
  readonly at: number;
}

export interface ApprovalStore {
  rules(): readonly StoredRule[];
  addRule(rule: StoredRule): void;
  /** False when there was no such rule. */
  removeRule(rule: string): boolean;
  record(entry: LedgerEntry): void;
}

export interface ApprovalAsk {
  readonly sessionId: SessionId;
  readonly turnId: TurnId | null;
  readonly command: string;
  /** Where the command starts. */
  readonly cwd: string;
  /** The session's folder, when the command starts elsewhere. */
  readonly folder?: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * How an ask ended. `once`, `session` and `always` mean: run exactly these bytes. The others say in `why` what the
 * model is told; the four tell it different things (spec/processes 24.3).
 */
export type ApprovalOutcome =
  | { readonly approved: true; readonly by: ApprovalBy | 'rule' | 'table'; readonly rule: string | null }
  | {
      readonly approved: false;
      readonly outcome: 'denied' | 'timeout' | 'policy' | 'blocked' | 'interrupted';
      readonly why: string;
    };

/** A file tool wants to write. `path` is absolute and free of links: the file that would really change. */
export interface WriteAsk {
  readonly sessionId: SessionId;
  readonly turnId: TurnId | null;
  readonly tool: string;
  readonly path: string;
  /** The session's folder, free of links too. */
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/** The face that tools use: judge, and where needed wait for an answer. Never throws. */
export interface Approvals {
  check(ask: ApprovalAsk): Promise<ApprovalOutcome>;
  /**
   * A write inside the folder is allowed (in mode `ask-all-but-reads` it asks); one outside it, or onto a protected
   * file (shell start-up files, ssh, credentials), asks; system folders are asked for like any place outside.
   */
  checkWrite(ask: WriteAsk): Promise<ApprovalOutcome>;
}

/**
 * Masks a command for showing (design 3): secrets and hidden characters replaced, and the parts that reasons speak of
 * moved to where they stand in the masked text.
 */
export type MaskCommand = (
  command: string,
  reasons: readonly { readonly start: number; readonly end: number; readonly label: string }[],
) => { readonly maskedCommand: string; readonly spans: readonly ApprovalSpan[] };

export interface ApprovalSettings {
  readonly mode: ApprovalMode;
  readonly timeoutSeconds: number;
}

/** Who answers what must be asked (`--approvals`, design 4): a person, lines on stdin, or a fixed answer. */
export type ApprovalSource = 'ask' | 'stdin' | 'deny' | 'allow';

export interface ApprovalAnswer {
  readonly choice: ApprovalChoice;
  readonly by: ApprovalBy;
  /** Why the user said no: the model reads it. */
  readonly reason?: string | null;
}

/** The face for who answers: what waits, answers, and the rules that were remembered. */
export interface ApprovalRoom {
  waiting(): readonly ApprovalView[];
  answer(requestId: RequestId, answer: ApprovalAnswer): Reply<void>;
  rules(): readonly StoredRule[];
  /** Throws NOT_FOUND when there is no such rule (any more). */
  revokeRule(rule: string): void;
}
