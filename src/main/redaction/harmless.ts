import { isMasked } from './mask';

const VARIABLE =
  /^(?:\$[A-Za-z_][\w:.]*|\$[0-9@*#?]|\$\{[A-Za-z_][\w.:]*\}|\$\(.*|\$\{\{.*|%\w+%|\{\{.*|\{[A-Za-z_][\w.[\]()]*\}?|<[^<>]*>?|`.*|@[\w./-]+|!\w+)$/;
const UPPER_VARIABLE = /^(?:\$[A-Z_][A-Z0-9_]*|\$\{.*|\$\(.*|%\w+%|\{\{.*|<[^<>]*>?)$/;
const SHAPELESS =
  /^(?:[\s.…_\-*x?#+/\\=:;,|()[\]{}&!~^]+|your[-_ ].*|<.*>|\[.*\]|none|null|nil|undefined|true|false|yes|no|on|off|n\/a|empty|unset|redacted|masked|hidden)$/i;
const TYPE =
  /^(?:string|str|number|int|integer|bool|boolean|any|bytes|buffer|object|unknown|never|void|text|varchar|char|uuid|optional|required|secret|secretstr|password|token|z\.\w+.*|(?:Optional|Option|Union|List|Array|Promise|Record|Readonly|Literal|Annotated)[[<].*|&?(?:'\w+ )?str|char\*?|std::string|\w+\[\])$/i;
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
  return value.length < 256 && SHAPELESS.test(value);
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
  if (/^[0-9a-f]{16,}$/i.test(value)) return true;
  if (!/^[\w\-.+/=~:@!#$%^&*|]+$/.test(value)) return false;
  if (isWords(value)) return false;
  if (value.length >= 20) return /\d/.test(value) || /[a-z].*[A-Z]|[A-Z].*[a-z]/.test(value);
  return value.length >= 12 && isMixed(value);
}

/** Words joined by dashes, dots and the like, with at most a short number at an end. */
function isWords(value: string): boolean {
  return (
    /^[A-Za-z]{0,24}(?:[-_./:@][A-Za-z]{0,24})*(?:[-_./:@]v?\d{1,4})*$/.test(value) &&
    !/[A-Z].*[a-z].*[A-Z].*[a-z].*[A-Z]/.test(value)
  );
}

function isMixed(value: string): boolean {
  return /\d/.test(value) && /[a-z]/.test(value) && (/[A-Z]/.test(value) || /\d.*[a-z].*\d/.test(value));
}
