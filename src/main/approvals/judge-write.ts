import { sensitiveKind } from './families/sensitive-paths';
import type { JudgeContext, Verdict, WriteAsk } from './ports';
import { isWithin } from './syntax/paths';
import { MODE_OFF_RULE } from './verdict';

/** How a file tool's write is spelt where a command would stand: in the request, in rules, in the ledger. */
export function writeText({ tool, path }: Pick<WriteAsk, 'tool' | 'path'>): string {
  return `${tool} ${/^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'"'"'`)}'`}`;
}

/** Judges a file tool's write by the same rules as a redirect: inside the folder is work, elsewhere asks. */
export function judgeWrite(ask: Pick<WriteAsk, 'tool' | 'path'>, context: JudgeContext): Verdict {
  const rule = writeText(ask);
  if (context.mode === 'off') return verdict('allow', MODE_OFF_RULE);
  const folders = { cwd: context.cwd, home: context.home, from: [context.cwd] };
  const kind = sensitiveKind(ask.path, folders);
  const found = kind !== null ? { family: 'sensitive-write', text: kind } : findingByPlace(ask.path, context);
  if (found === null) return verdict('allow', null);
  if (context.allowRules.includes(rule)) return verdict('allow', rule);
  return {
    decision: 'ask',
    reasons: [{ ...found, span: null }],
    rule: found.family,
    ruleToStore: rule,
    flagged: false,
  };
}

function findingByPlace(path: string, { cwd, mode }: JudgeContext): { family: string; text: string } | null {
  if (!isWithin(cwd, path)) return { family: 'outside-folder', text: 'Writes outside the working folder.' };
  return mode === 'ask-all-but-reads' ? { family: 'not-read-only', text: 'It does more than read.' } : null;
}

function verdict(decision: 'allow', rule: string | null): Verdict {
  return { decision, reasons: [], rule, ruleToStore: null, flagged: false };
}
