import { isNumber, isPath, isReference, isShapeless } from '../harmless';
import { readValue } from '../read-value';
import type { Rule, Scan } from '../scan';

/** Places where a secret stands behind words instead of a sign; each pattern ends where the value begins. */
const PLACES: readonly { readonly pattern: RegExp; readonly label: string }[] = [
  { pattern: /\b(?:IDENTIFIED (?:WITH \S{1,40} )?BY|WITH PASSWORD|PASSWORD) (?=\\*['"])/gi, label: 'password' },
  { pattern: /\blogin[ \t]{1,8}\S{1,128}[ \t]{1,8}password[ \t]{1,8}/g, label: 'password' },
  {
    pattern:
      /\b(?:aws[ \t]{1,4}configure[ \t]{1,4}set|npm[ \t]{1,4}(?:config[ \t]{1,4})?set|git[ \t]{1,4}config(?:[ \t]{1,4}--\w{1,16}){0,3}|pulumi[ \t]{1,4}config[ \t]{1,4}set|setx|setenv|set[ \t]{1,4}-\w{1,4})[ \t]{1,8}\S{0,160}(?:secret\w{0,24}|token|password|passwd|api_?key|_auth|authtoken)[ \t]{1,8}/gi,
    label: 'secret',
  },
];
const WAITING = /(?:^|[\s;&|])(?:IDENTIFIED|WITH|PASSWORD|login|aws|npm|git|pulumi|setx|setenv|set)\b[^\n;|&]{0,320}$/i;

/** Finds secrets in SQL, `.netrc` and set commands. */
export const findStatements: Rule = (scan) => {
  const { text } = scan;
  for (const { pattern, label } of PLACES) {
    pattern.lastIndex = scan.from;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const value = readValue(scan, pattern.lastIndex, 'shell');
      if (value === 'open') scan.wait(match.index);
      if (value === null || value === 'open') continue;
      const secret = text.slice(value.start, value.end);
      if (
        isReference(secret, value.quote) ||
        isShapeless(secret) ||
        isPath(secret) ||
        isNumber(secret) ||
        secret.startsWith('-')
      )
        continue;
      scan.add({
        from: match.index,
        start: value.start,
        end: value.end,
        kind: 'assignment',
        label,
        named: true,
        rest: value.rest,
      });
    }
  }
  waitForRest(scan);
};

/** These places hold blanks, so that their beginning is worth keeping until it is clear what follows. */
function waitForRest(scan: Scan): void {
  if (scan.final) return;
  const from = Math.max(scan.from, scan.text.length - 400);
  const match = WAITING.exec(scan.text.slice(from));
  if (match !== null) scan.wait(from + match.index);
}
