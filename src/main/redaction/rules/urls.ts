import { ALPHANUMERIC, CharClass } from '../char-class';
import { isOpaque, isReference, isShapeless } from '../harmless';
import type { Rule, Scan } from '../scan';

const SCHEME_END = /:(?:\\?\/){2}/g;
const SCHEME = new CharClass(`${ALPHANUMERIC}+.-`);
const HOSTED = /^(?:https?|git|git\+https?|wss?|ftp|s?ftps?)$/i;
/** A password in a URL may be longer than this only in hostile text. */
const AUTHORITY = 512;
const AUTHORITY_RUN = new RegExp(`[^\\s"'<>\`]{0,${AUTHORITY}}`, 'y');

/** Finds `user:password@` and `token@` in addresses (cases 262 and family 12), and addresses that are secret whole. */
export const findUrlCredentials: Rule = (scan) => {
  const { text } = scan;
  SCHEME_END.lastIndex = scan.from;
  for (let match = SCHEME_END.exec(text); match !== null; match = SCHEME_END.exec(text)) {
    const from = SCHEME.runStart(text, match.index, 24);
    if (from === match.index) continue;
    const start = SCHEME_END.lastIndex;
    const end = authorityEnd(text, start);
    if (scan.isOpenAt(end) && end - start < AUTHORITY && scan.wait(from)) continue;
    addCredentials(scan, { from, start, end, scheme: text.slice(from, match.index) });
  }
  if (ANY_HOOK.test(text)) for (const hook of HOOKS) findHook(scan, hook);
};

function authorityEnd(text: string, start: number): number {
  AUTHORITY_RUN.lastIndex = start;
  AUTHORITY_RUN.test(text);
  return AUTHORITY_RUN.lastIndex;
}

interface Address {
  readonly from: number;
  readonly start: number;
  readonly end: number;
  readonly scheme: string;
}

function addCredentials(scan: Scan, address: Address): void {
  const rest = scan.text.slice(address.start, address.end);
  const at = userInfoEnd(rest);
  if (at <= 0) return;
  const user = rest.slice(0, at);
  const colon = user.indexOf(':');
  const start = address.start + (colon < 0 ? 0 : colon + 1);
  const secret = user.slice(colon + 1);
  if (secret === '' || isReference(secret, '') || isShapeless(secret)) return;
  if (colon < 0 && !isToken(secret, address.scheme)) return;
  scan.add({
    from: address.from,
    start,
    end: address.start + at,
    kind: 'url',
    label: colon < 0 ? 'token' : 'password',
    mask: colon < 0 ? undefined : '***',
    named: true,
  });
}

/** The `@` that ends the user info: the last before the path, or a later one when the password holds a slash. */
function userInfoEnd(rest: string): number {
  if (!rest.includes('@')) return -1;
  const path = rest.search(/[/?#\\,;]/);
  const authority = path < 0 ? rest : rest.slice(0, path);
  const direct = authority.lastIndexOf('@');
  if (direct >= 0) return direct;
  const odd = /^[^/?#@:\s]*:[^@\s]*@(?=[\w.-]+(?:[:/?]|$))/.exec(rest);
  if (odd === null || /^[^/:]*:\d{1,5}(?:[/?#]|$)/.test(rest)) return -1;
  return odd[0].length - 1;
}

function isToken(user: string, scheme: string): boolean {
  return user.length >= 8 && HOSTED.test(scheme) && (isOpaque(user) || /\d.*[a-z].*\d|[a-z]\d[a-z]/i.test(user));
}

const ANY_HOOK = /hook/i;

interface Hook {
  readonly trigger: RegExp;
  readonly path: CharClass;
  readonly least: number;
}

const PATH = new CharClass(`${ALPHANUMERIC}_-/@.%`);
/** Addresses that let anyone who has them post: the path is the secret. */
const HOOKS: readonly Hook[] = [
  { trigger: /hooks.?slack.?com\/(?:services|workflows|triggers)\//gi, path: PATH, least: 20 },
  { trigger: /webhook\.office\.com\/webhookb2\//gi, path: PATH, least: 40 },
  { trigger: /discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\//gi, path: PATH, least: 40 },
];

function findHook(scan: Scan, hook: Hook): void {
  const { text } = scan;
  hook.trigger.lastIndex = scan.from;
  for (let match = hook.trigger.exec(text); match !== null; match = hook.trigger.exec(text)) {
    const start = hook.trigger.lastIndex;
    const end = hook.path.runEnd(text, start);
    if (scan.isOpenAt(end) && scan.wait(match.index)) return;
    if (end - start < hook.least) continue;
    scan.add({
      from: match.index,
      start,
      end,
      kind: 'url',
      label: 'webhook address',
      named: true,
      rest: (more, at) => hook.path.runEnd(more, at),
    });
    hook.trigger.lastIndex = end;
  }
}

const PARAMETER =
  /[?&;](?:amp;)?(sig|signature|code|key|x-amz-signature|x-amz-credential|x-goog-signature|hmac|hash|token|st|ticket|session|sid|auth)=/gi;
const PARAMETER_VALUE = new CharClass(`${ALPHANUMERIC}_-.~%+/:*!@`);

/** Finds query parameters that sign or authorise and whose names are too short to count elsewhere (family 13). */
export const findQueryParameters: Rule = (scan) => {
  const { text } = scan;
  PARAMETER.lastIndex = scan.from;
  for (let match = PARAMETER.exec(text); match !== null; match = PARAMETER.exec(text)) {
    const start = PARAMETER.lastIndex;
    const end = PARAMETER_VALUE.runEnd(text, start, 4_096);
    if (scan.isOpenAt(end) && end - start < 4_096 && scan.wait(match.index)) return;
    const value = text.slice(start, end);
    if (
      !isOpaque(value) &&
      !(/^(?:sig|signature|code|token|auth|ticket)$/i.test(match[1] ?? '') && value.length >= 12 && /\d/.test(value))
    )
      continue;
    scan.add({ from: match.index, start, end, kind: 'url', label: 'query parameter', named: true });
    PARAMETER.lastIndex = end;
  }
};
