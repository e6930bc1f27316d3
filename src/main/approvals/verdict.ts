import { type Finding, spanOf } from './finding';
import type { JudgeContext, Reason, Verdict } from './ports';
import { findCoveringRule, ruleToOffer } from './rules';
import type { SimpleCommand } from './syntax/script';

export interface JudgedCommand {
  /** Null for what belongs to no simple command: an unparsable text, a fork bomb. */
  readonly simple: SimpleCommand | null;
  readonly findings: readonly Finding[];
  readonly isReadOnly: boolean;
}

export interface Evidence {
  readonly commands: readonly JudgedCommand[];
  /** What was found in the text as a whole. */
  readonly extra: readonly Finding[];
  /** Too long even for the second net: asks in every mode. */
  readonly isUnchecked: boolean;
}

/** Families that make a request flagged: "always" is not offered, nor any rule (decision 12). */
const FLAGGED = new Set(['hidden-characters', 'unparsable']);

/** Rule names of verdicts that no family and no stored rule decided. */
const READ_ONLY_RULE = 'read-only-table';
export const MODE_OFF_RULE = 'mode-off';

/** Turns findings into a verdict: hard floor first, then the mode, then the rules in force. */
export function decide(evidence: Evidence, context: JudgeContext): Verdict {
  const findings = [...evidence.extra, ...evidence.commands.flatMap((command) => command.findings)];
  const refused = findings.filter((finding) => finding.decision === 'refuse');
  if (refused.length > 0) return verdict('refuse', refused, { flagged: isFlagged(findings) });
  if (context.mode === 'off' && !evidence.isUnchecked)
    return { ...allowed(MODE_OFF_RULE), flagged: isFlagged(findings) };
  const open = evidence.commands
    .map((command) => ({ ...command, findings: findingsInMode(command, context) }))
    .map((command) => ({ command, rule: coveringRule(command, context) }))
    .filter(({ command }) => command.findings.length > 0);
  const asking = open.filter(({ rule }) => rule === null).map(({ command }) => command);
  const remaining = [...evidence.extra, ...asking.flatMap((command) => command.findings)];
  if (remaining.length > 0) {
    const flagged = isFlagged(remaining);
    return verdict('ask', remaining, { flagged, ruleToStore: flagged ? null : offer(asking, evidence.extra) });
  }
  const rule = open[0]?.rule ?? (evidence.commands.every((command) => command.isReadOnly) ? READ_ONLY_RULE : null);
  return allowed(rule);
}

function findingsInMode(command: JudgedCommand, { mode }: JudgeContext): readonly Finding[] {
  if (mode !== 'ask-all-but-reads' || command.isReadOnly || command.findings.length > 0) return command.findings;
  const [head, ...rest] = command.simple?.words ?? [];
  const cover = head === undefined ? null : { must: [head], operands: rest };
  const place = command.simple === null ? null : spanOf([command.simple]);
  return [{ decision: 'ask', family: 'not-read-only', text: 'It does more than read.', span: place, cover }];
}

function coveringRule({ simple, findings }: JudgedCommand, { allowRules }: JudgeContext): string | null {
  return simple === null || findings.length === 0 ? null : findCoveringRule(simple, findings, allowRules);
}

/** A rule is offered when exactly one simple command asks, and nothing else does. */
function offer(asking: readonly JudgedCommand[], extra: readonly Finding[]): string | null {
  const [only, ...others] = asking;
  if (only === undefined || only.simple === null || others.length > 0 || extra.length > 0) return null;
  return ruleToOffer(only.simple, only.findings);
}

function isFlagged(findings: readonly Finding[]): boolean {
  return findings.some((finding) => FLAGGED.has(finding.family));
}

function allowed(rule: string | null): Verdict {
  return { decision: 'allow', reasons: [], rule, ruleToStore: null, flagged: false };
}

function verdict(
  decision: 'ask' | 'refuse',
  findings: readonly Finding[],
  { flagged, ruleToStore = null }: { flagged: boolean; ruleToStore?: string | null },
): Verdict {
  const reasons: Reason[] = [];
  for (const { text, family, span } of findings) {
    const isKnown = reasons.some((reason) => reason.family === family && (span === null || isSame(reason.span, span)));
    if (!isKnown) reasons.push({ text, family, span });
  }
  return { decision, reasons, rule: reasons[0]?.family ?? null, ruleToStore, flagged };
}

function isSame(one: Reason['span'], other: Reason['span']): boolean {
  return one?.start === other?.start && one?.end === other?.end;
}
