import { normalise } from './normalise';

interface TextFamily {
  readonly family: string;
  readonly decision: 'ask' | 'refuse';
  readonly text: string;
  readonly pattern: RegExp;
}

/** The start of a command: of the text, behind a separator, or behind wrappers that change nothing. */
const AT = String.raw`(?:^|[;&|\n(\`{]|\b(?:then|do|else)\s)\s?(?:(?:sudo|doas|env|nohup|exec|command|time|nice)\s(?:-\S{1,40}\s){0,4}|\w{1,40}=\S{0,200}\s){0,6}\\?(?:/[\w/]{0,40}/)?`;
const VITAL = String.raw`["']?(?:/(?:\*|\.|/)*|~/?\*?|\$\{?HOME\}?/?\*?|/(?:bin|boot|dev|etc|home|lib|lib64|opt|root|sbin|sys|usr|var)(?:/\*?)?)["']?(?=\s|$|[;&|)])`;

function family(name: string, decision: TextFamily['decision'], text: string, pattern: string): TextFamily {
  return { family: name, decision, text, pattern: new RegExp(pattern, 'i') };
}

const FAMILIES: readonly TextFamily[] = [
  family(
    'delete-machine',
    'refuse',
    'Would delete the system or a whole home folder.',
    String.raw`${AT}rm\s(?:-\S{1,40}\s){0,6}-(?:-recursive|\w{0,10}r)\S{0,20}\s(?:\S{1,400}\s){0,20}?${VITAL}`,
  ),
  family(
    'overwrite-device',
    'refuse',
    'Would overwrite a disk.',
    String.raw`${AT}(?:mkfs|mkswap|wipefs|blkdiscard)\S{0,20}\s[^;&|\n]{0,400}/dev/|${AT}dd\s[^;&|\n]{0,400}of=/dev/(?:sd|hd|vd|nvme|mmcblk|disk)`,
  ),
  family(
    'fork-bomb',
    'refuse',
    'Would start copies of itself without end.',
    String.raw`([\w:.]{1,40})\s?\(\)\s?\{\s?\1\s?\|\s?\1\s?&`,
  ),
  family('end-everything', 'refuse', 'Would end every process.', String.raw`${AT}kill\s-\S{1,20}\s-1(?:\s|$)`),
  family(
    'power-off',
    'refuse',
    'Would turn the machine off or restart it.',
    String.raw`${AT}(?:shutdown|reboot|halt|poweroff|init\s[06]|systemctl\s(?:poweroff|reboot|halt))(?:\s|$|[;&|)])`,
  ),
  family(
    'recursive-delete',
    'ask',
    'Deletes a folder and everything in it.',
    String.raw`${AT}rm\s[^;&|\n]{0,400}-(?:-recursive|\w{0,10}r)|-exec\srm\b|xargs\s[^;&|\n]{0,200}\brm\b`,
  ),
  family(
    'sql-destroy',
    'ask',
    'Throws away data in a database.',
    String.raw`\bdrop\s(?:table|database)\b|\btruncate\stable\b`,
  ),
  family(
    'download-to-shell',
    'ask',
    'Downloads something and runs it at once.',
    String.raw`\b(?:curl|wget)\b[^;&\n]{0,400}\|\s?(?:sudo\s)?(?:ba|z|da)?sh\b`,
  ),
  family(
    'windows-delete',
    'ask',
    'Deletes a folder and everything in it.',
    String.raw`\b(?:remove-item|ri)\b[^;|\n]{0,400}-r|\b(?:del|erase|rd|rmdir)\b[^;|\n]{0,400}\s/[sq]\b`,
  ),
  family(
    'encoded-powershell',
    'ask',
    'Runs PowerShell code that cannot be read.',
    String.raw`\b(?:powershell|pwsh)(?:\.exe)?\b[^;|\n]{0,200}\s-e(?:nc\w{0,20}|c)?\s`,
  ),
];

export interface TextFinding {
  readonly family: string;
  readonly decision: 'ask' | 'refuse';
  readonly text: string;
}

/** Longer texts are not searched; nobody can read them either, and they ask in every mode. */
export const MAX_TEXT_CHARS = 16_384;

/**
 * The second net, for text that no parser could read: the families of spec/processes 24.4 by pattern. What stands in
 * quotes with blanks, and in here-documents that no shell reads, is prose and left out. Every repetition in a pattern
 * is bounded, so that hostile text costs linear time.
 */
export function textFindings(command: string): readonly TextFinding[] {
  const folded = normalise(command.slice(0, MAX_TEXT_CHARS));
  const text = withoutQuotedProse(withoutHereDocuments(folded))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n');
  return FAMILIES.filter(({ pattern }) => pattern.test(text)).map(({ family, decision, text }) => ({
    family,
    decision,
    text,
  }));
}

const READS_CODE = /\b(?:(?:ba|z|da|k)?sh|python[\d.]*|perl|ruby|node|eval)\b/;

function withoutHereDocuments(text: string): string {
  const kept: string[] = [];
  let end: string | null = null;
  for (const line of text.split('\n')) {
    if (end !== null) {
      if (line.trim() === end) end = null;
      continue;
    }
    kept.push(line);
    const opened = /<<-?\s?(['"]?)(\w{1,80})\1/.exec(line);
    if (opened !== null && !READS_CODE.test(line)) end = opened[2] ?? null;
  }
  return kept.join('\n');
}

/** The text given to `-c` or eval is code and stays, as commands of its own. */
function withoutQuotedProse(text: string): string {
  return text.replace(
    /(-\w{0,8}c ?|\beval )?("[^"\n]*"|'[^'\n]*')/g,
    (whole, code: string | undefined, quoted: string) => {
      if (!/\s/.test(quoted)) return whole;
      return code === undefined ? ' "" ' : `;${quoted.slice(1, -1)};`;
    },
  );
}
