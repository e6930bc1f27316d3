const ANSI =
  /\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[PX^_][^\x1b]*(?:\x1b\\)?|\x1b[ -/]*[0-~]|\x9b[0-?]*[ -/]*[@-~]/g;
const INVISIBLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}]/gu;

/**
 * The text that a careless reader, or another shell, would take a command for (spec/processes 24.4): escape sequences
 * and invisible characters gone, full-width letters folded, lines joined, `$IFS` a blank, quotes inside a word joined.
 * The judge looks at this reading as well as at the command itself; what runs is never this text.
 */
export function normalise(command: string): string {
  return command
    .replace(ANSI, '')
    .replace(INVISIBLE, '')
    .normalize('NFKC')
    .replace(/\\\r?\n/g, '')
    .replace(/\r\n?/g, '\n')
    .replace(/\$IFS(?:\$\d)?|\$\{IFS[^}]*\}/g, ' ')
    .replace(/(?<=[\w-])(?:''|"")(?=[\w-])/g, '');
}
