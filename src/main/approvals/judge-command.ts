import { dangerFamilies } from './families/danger-table';
import { assignmentFindings } from './families/environment';
import { isSink, isWriting, redirectFindings } from './families/writes';
import { askAlways, type Command, type Finding, programName, type Scene } from './finding';
import { deviceRedirects, hardFloor } from './hard-floor';
import { judgeOther } from './other-programs';
import { isReadOnly } from './read-only';
import type { SimpleCommand } from './syntax/script';
import type { Word } from './syntax/words';
import { peel } from './wrappers/peel';
import type { Inner } from './wrappers/peeled';

/** What judging one simple command gave. */
export interface Judged {
  readonly findings: readonly Finding[];
  /** Everything it runs is of the read-only table, and it writes nowhere. */
  readonly isReadOnly: boolean;
}

/** Judges a text that a shell would read: given by `sh -c` and its like. */
export type JudgeText = (text: string, scene: Scene) => Promise<Judged>;

/** Wrappers within wrappers beyond this are no honest work. */
const MAX_WRAPPERS = 12;

/** Judges one simple command: its redirects and variables, and what it runs, wrapper by wrapper. */
export async function judgeSimple(simple: SimpleCommand, scene: Scene, judgeText: JudgeText): Promise<Judged> {
  const own = [
    ...deviceRedirects(simple.redirects, scene),
    ...redirectFindings(simple, scene),
    ...assignmentFindings(simple.assignments),
  ];
  const writes = simple.redirects.some(
    (redirect) => isWriting(redirect) && !(redirect.target !== null && isSink(redirect.target)),
  );
  if (simple.words.length === 0) return { findings: own, isReadOnly: !writes };
  const inner = await new WordJudge(simple, scene, judgeText).judge(simple.words, 0);
  return {
    findings: [...own, ...inner.findings],
    isReadOnly: inner.isReadOnly && !writes && own.length === 0 && simple.assignments.every(isPlainAssignment(simple)),
  };
}

/** A variable before a program may change what the program does; a declaration is only the shell's. */
function isPlainAssignment(simple: SimpleCommand): (assignment: SimpleCommand['assignments'][number]) => boolean {
  const isDeclaration = /^(export|declare|typeset|local|readonly)$/.test(simple.words[0]?.text ?? '');
  return ({ name }) =>
    isDeclaration || /^(LC_\w+|LANG|LANGUAGE|TZ|COLUMNS|LINES|TERM|NO_COLOR|FORCE_COLOR|CI|IFS)$/.test(name);
}

class WordJudge {
  constructor(
    private readonly _simple: SimpleCommand,
    private readonly _scene: Scene,
    private readonly _judgeText: JudgeText,
  ) {}

  async judge(words: readonly Word[], depth: number): Promise<Judged> {
    const [head, ...args] = words;
    if (head === undefined) return { findings: [], isReadOnly: true };
    if (depth > MAX_WRAPPERS) return asks('too-deep', 'Wraps a command in too many others.', [head]);
    if (!isPlainHead(head)) return asks('dynamic-head', 'Which program it runs is known only when it runs.', [head]);
    const command: Command = { name: programName(head), head, args, simple: this._simple };
    const floor = hardFloor(command, this._scene);
    const outer = peel(command);
    if (outer === null) return this._judgePlain(command, floor);
    const inner: Judged[] = [];
    for (const part of outer.inner) inner.push(await this._judgeInner(part, depth));
    const isAllRead = inner.every((judged) => judged.isReadOnly);
    const unless = outer.unlessReadOnly !== null && !(isAllRead && inner.length > 0) ? [outer.unlessReadOnly] : [];
    const common = dangerFamilies.flatMap((family) => family(command, this._scene));
    const within = inner.flatMap((judged) => judged.findings);
    const findings = [...floor, ...outer.findings, ...common, ...within, ...unless];
    return { findings, isReadOnly: outer.isReadOnly && isAllRead && findings.length === 0 };
  }

  private _judgePlain(command: Command, floor: readonly Finding[]): Judged {
    const found = dangerFamilies.flatMap((family) => family(command, this._scene));
    const isRead = floor.length === 0 && found.length === 0 && isReadOnly(command);
    if (isRead) return { findings: [], isReadOnly: true };
    return { findings: [...floor, ...found, ...(found.length > 0 ? [] : judgeOther(command))], isReadOnly: false };
  }

  private async _judgeInner(part: Inner, depth: number): Promise<Judged> {
    if (part.kind === 'words') return this.judge(part.words, depth + 1);
    const judged = await this._judgeText(part.text, this._scene);
    const holder = this._simple.words.filter((word) => word.start >= part.at.start && word.end <= part.at.end);
    const findings = judged.findings.map((finding) => ({
      ...finding,
      span: { start: part.at.start, end: part.at.end },
      cover: finding.cover === null || holder.length === 0 ? null : { must: this._simple.words, operands: [] },
    }));
    return { findings, isReadOnly: judged.isReadOnly };
  }
}

function isPlainHead(head: Word): boolean {
  return head.literal && !head.pattern && head.text !== '' && !/\s/.test(head.text);
}

function asks(family: string, text: string, words: readonly Word[]): Judged {
  return { findings: [askAlways({ family, text, words })], isReadOnly: false };
}
