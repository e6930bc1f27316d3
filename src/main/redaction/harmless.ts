import { CharClass } from './char-class';
import { isMasked } from './mask';

const VARIABLE =
  /^(?:\$[A-Za-z_][\w:.]*|\$[0-9@*#?]|\$\{[A-Za-z_][\w.:]*\}|\$\(.*|\$\{\{.*|%\w+%|\{\{.*|\{[A-Za-z_][\w.[\]()]*\}?|<[^<>]*>?|`.*|@[\w./-]+|!\w+)$/;
const UPPER_VARIABLE = /^(?:\$[A-Z_][A-Z0-9_]*|\$\{.*|\$\(.*|%\w+%|\{\{.*|<[^<>]*>?)$/;
const SHAPELESS =
  /^(?:[\s.…_\-*x?#+/\\=:;,|()[\]{}&!~^]+|your[-_ ].*|<.*>|\[.*\]|none|null|nil|undefined|true|false|yes|no|on|off|n\/a|empty|unset|redacted|masked|hidden)$/i;
const TYPE =
  /^(?:string|str|number|int|integer|bool|boolean|any|bytes|buffer|object|unknown|never|void|text|varchar|char|uuid|optional|required|secretstr|z\.\w+.*|(?:Optional|Option|Union|List|Array|Promise|Record|Readonly|Literal|Annotated)[[<].*|&?(?:'\w+ )?str|char\*?|std::string|\w+\[\])$/i;
const LOOK_UP_ROOT =
  /^(?:process|os|self|this|config|cfg|conf|options|opts|args|argv|env|environ|settings|req|request|res|response|params|props|ctx|context|secrets|vault|var|local|module|data|import|input|state|user|account|credentials|ENV|Deno|Bun|System|std|c|p|s|o|e|m|k|v)(?:[.[]|::|->)/;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const SECRET_END = /(?:password|passwd|pass|pwd|secret|token|key|auth|credentials?|passphrase|value|input)$/i;
const PATH = /^(?:~|\.{1,2}|[A-Za-z]:|\$\w+|%\w+%|file:\/|\w+:\/)?[\\/](?:[\w.@%+~:*?-]*[\\/])*[\w.@%+~:*?-]*$/;
const RELATIVE_FILE =
  /^[\w.-]+(?:[\\/][\w.-]+)*\.(?:pem|key|crt|cer|p12|pfx|json|ya?ml|txt|env|conf|cfg|ini|toml|pub|asc|gpg|kdbx|jks|sql|sh|py|ts|js|md|log|csv|xml|html?)$/i;

/** True for what stands where a secret could but names it only: a variable, a placeholder, a mask, nothing. */
export function isReference(value: string, quote: string): boolean {
  if (isMasked(value)) return true;
  return quote === "'" ? UPPER_VARIABLE.test(value) : VARIABLE.test(value);
}

export function isShapeless(value: string): boolean {
  return value.length <= 256 && SHAPELESS.test(value);
}

/** A path or file name: no part of it may look made by a machine. */
export function isPath(value: string): boolean {
  if (value.length > 400 || !(PATH.test(value) || RELATIVE_FILE.test(value))) return false;
  return !value.split(/[\\/]/).some((part) => part.length >= 20 && isMixed(part)) && !value.endsWith('=');
}

export function isNumber(value: string): boolean {
  return /^[-+]?\d[\d_,.]*(?:[a-z%]{1,3})?$/i.test(value) && value.length < 40;
}

/** Unquoted text that only source code would hold: a type, a call, a member, a variable named like the secret. */
export function isCode(value: string, name: string, after: string): boolean {
  if (TYPE.test(value)) return true;
  if (after === '(' && /^[\w.$:>-]+$/.test(value)) return true;
  if (/^[\w.$]+\(.*/.test(value) || LOOK_UP_ROOT.test(value)) return true;
  if (value.toLowerCase() === name.toLowerCase()) return true;
  if (!/^[\w$.[\]]+$/.test(value) || /^\d/.test(value)) return false;
  const last = value.split('.').at(-1) ?? '';
  const isNamedLikeSecret = SECRET_END.test(last.replace(/\[.*$/, ''));
  if (value.includes('.') && isNamedLikeSecret) return true;
  if (!IDENTIFIER.test(value)) return false;
  if (after === ')' || after === ',') return !/\d/.test(value) || isNamedLikeSecret;
  return isNamedLikeSecret && (/[a-z][A-Z]/.test(value) || value.includes('_'));
}

/** True for what a machine made (spec/processes 23.4): long hex, 20 token characters, 12 of mixed kinds. */
export function isOpaque(value: string): boolean {
  if (value.length < 12) return false;
  const sample = value.slice(0, SAMPLE);
  const shape = shapeOf(sample);
  if (!shape.isToken) return false;
  if (shape.isHex && sample.length >= 16) return true;
  if (isWords(sample)) return false;
  if (sample.length >= 20) return shape.digits > 0 || shape.turns >= 4;
  return shape.digits > 0 && shape.lowers > 0 && (shape.uppers > 0 || shape.turns >= 3);
}

const SAMPLE = 256;

interface Shape {
  /** Only characters that tokens are made of. */
  readonly isToken: boolean;
  readonly isHex: boolean;
  readonly digits: number;
  readonly lowers: number;
  readonly uppers: number;
  /** How often the kind of character changes inside a run of letters and digits, a capital before small ones aside. */
  readonly turns: number;
}

const MARKS = new CharClass('_-.+/=~:@!#$%^&*|');
const HEX = new CharClass('0123456789abcdefABCDEF');

/** One look over a value: what it is made of. */
function shapeOf(value: string): Shape {
  const counts = { digit: 0, lower: 0, upper: 0, mark: 0, other: 0 };
  let hex = 0;
  let turns = 0;
  let before: keyof typeof counts = 'mark';
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    const kind = kindOf(code);
    counts[kind] += 1;
    if (HEX.has(code)) hex += 1;
    const isTurn = kind !== before && kind !== 'mark' && before !== 'mark' && !(before === 'upper' && kind === 'lower');
    if (isTurn) turns += 1;
    before = kind;
  }
  return {
    isToken: counts.other === 0,
    isHex: hex === value.length,
    digits: counts.digit,
    lowers: counts.lower,
    uppers: counts.upper,
    turns,
  };
}

function kindOf(code: number): 'digit' | 'lower' | 'upper' | 'mark' | 'other' {
  if (code >= 48 && code <= 57) return 'digit';
  if (code >= 97 && code <= 122) return 'lower';
  if (code >= 65 && code <= 90) return 'upper';
  return MARKS.has(code) ? 'mark' : 'other';
}

/** Words joined by dashes, dots and the like, with at most short numbers behind. */
function isWords(value: string): boolean {
  const parts = value.split(/[-_./:@]/);
  return parts.every((part) => /^(?:[A-Z]?[a-z]{0,23}|[A-Z]{1,24}|v?\d{1,4})(?:[A-Z][a-z]{1,23}){0,3}$/.test(part));
}

function isMixed(value: string): boolean {
  const { digits, lowers, uppers, turns } = shapeOf(value.slice(0, SAMPLE));
  return digits > 0 && lowers > 0 && (uppers > 0 || turns >= 3);
}
