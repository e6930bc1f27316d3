import { askAlways, type Finding, type Scene } from './finding';
import { foldersAfter } from './folders';
import { forkBombs } from './hard-floor';
import { hiddenCharacters } from './hidden-characters';
import { type Judged, judgeSimple } from './judge-command';
import { normalise } from './normalise';
import type { CommandParser, JudgeContext, ParseResult, Verdict } from './ports';
import { readScript } from './syntax/read-script';
import { unseenCode } from './syntax/unseen';
import { MAX_TEXT_CHARS, textFindings } from './text-net';
import { decide, type JudgedCommand } from './verdict';

/** Text within text within text beyond this asks. */
const MAX_TEXT_DEPTH = 5;

const UNPARSABLE: Readonly<Record<Exclude<ParseResult, { ok: true }>['why'], string>> = {
  'too-long': 'It is too long to be checked.',
  'too-deep': 'It is nested too deeply to be checked.',
  syntax: 'The shell text cannot be understood, so it cannot be checked.',
  timeout: 'Checking it took too long.',
  crashed: 'It could not be checked.',
};

/**
 * Judges a command by decision 11: allowed, to be asked, or refused by the hard floor. Looks at the command as the
 * shell reads it, and at what it looks like once normalised (spec/processes 24.4). Never throws; what cannot be
 * checked asks. Spans are UTF-16 offsets into `command`.
 */
export async function judge(command: string, context: JudgeContext, parser: CommandParser): Promise<Verdict> {
  const hidden = hiddenCharacters(command);
  const judged = await judgeScript(command, baseScene(context), parser, 0);
  const looksLike = normalise(command);
  const second = looksLike === command ? [] : await judgeScript(looksLike, baseScene(context), parser, 0);
  const extra = [...hidden, ...newFindings(judged, second)];
  return decide({ commands: judged, extra, isUnchecked: command.length > MAX_TEXT_CHARS }, context);
}

/** What only the normalised reading shows: of each family, more than the first reading found. */
function newFindings(first: readonly JudgedCommand[], second: readonly JudgedCommand[]): readonly Finding[] {
  const known = new Map<string, number>();
  for (const { family } of first.flatMap(({ findings }) => findings)) known.set(family, (known.get(family) ?? 0) + 1);
  return second
    .flatMap(({ findings }) => findings)
    .flatMap((finding) => {
      const left = known.get(finding.family) ?? 0;
      known.set(finding.family, left - 1);
      return left > 0 ? [] : [{ ...finding, span: null, cover: null }];
    });
}

function baseScene(context: JudgeContext): Scene {
  const { cwd, folder = cwd, home, platform } = context;
  return { cwd: folder, home, platform, from: [cwd], functions: [], commands: [] };
}

async function judgeScript(
  text: string,
  outer: Scene,
  parser: CommandParser,
  depth: number,
): Promise<readonly JudgedCommand[]> {
  const parsed = await parser.parse(text);
  if (!parsed.ok) return [unparsable(text, UNPARSABLE[parsed.why])];
  const script = readScript(parsed.root, text);
  const functions = [...outer.functions, ...script.functions];
  let from = outer.from;
  const unseen = unseenCode(parsed.root, text).map((at) =>
    askAlways({ family: 'dynamic-code', text: 'Something runs inside it that cannot be checked.', words: [at] }),
  );
  const whole = [...forkBombs({ functions }), ...unseen];
  const judged: JudgedCommand[] = [{ simple: null, findings: whole, isReadOnly: whole.length === 0 }];
  for (const simple of script.commands) {
    const scene: Scene = { ...outer, from, functions, commands: script.commands };
    judged.push({
      simple,
      ...(await judgeSimple(simple, scene, (inner, at) => judgeInner(inner, at, parser, depth + 1))),
    });
    from = foldersAfter(from, simple, outer.home);
  }
  return judged;
}

async function judgeInner(text: string, scene: Scene, parser: CommandParser, depth: number): Promise<Judged> {
  const commands =
    depth > MAX_TEXT_DEPTH ? [unparsable(text, UNPARSABLE['too-deep'])] : await judgeScript(text, scene, parser, depth);
  return {
    findings: commands.flatMap(({ findings }) => findings),
    isReadOnly: commands.every(({ isReadOnly }) => isReadOnly),
  };
}

function unparsable(text: string, why: string): JudgedCommand {
  const named = textFindings(text).map((finding): Finding => ({ ...finding, span: null, cover: null }));
  const asks: Finding = { decision: 'ask', family: 'unparsable', text: why, span: null, cover: null };
  return { simple: null, findings: [...named, asks], isReadOnly: false };
}
