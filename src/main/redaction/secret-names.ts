/** How sure a name makes us: `strong` masks whatever stands behind it, `weak` only what looks made by a machine. */
export type NameStrength = 'strong' | 'weak' | 'none';

export interface NameVerdict {
  readonly strength: NameStrength;
  readonly label: string;
}

const NONE: NameVerdict = { strength: 'none', label: '' };

const PASSWORD =
  /^(?:.*(?:password|passwd|passphrase|passcode)|pwd|pswd|(?:db|my|pg|root|ssh|user|admin|mysql|ftp|smtp)(?:pass|pwd|pw)|keypass|storepass)$/;
const SECRET = /^(?:.*secrets?|credentials?|creds?|bearer)$/;
const JOINED_KEY =
  /^(?:.*(?:api|access|secret|private|auth|signing|encryption|service|account|subscription|master)keys?)$/;
const JOINED_TOKEN = /^(?:.+token|authtoken|jwt)$/;
const KEY_OWNERS = new Set(
  'api access secret private auth signing encryption master service account license client session shared deploy storage admin app subscription consumer stream write read project org bot hmac aes rsa crypt crypto webhook integration server'.split(
    ' ',
  ),
);
const PLAIN_KEY_OWNERS = new Set(
  'sort primary foreign public partition cache hot shortcut index map group host row lookup unique object routing message translation i18n registry composite dict hash column field node react item data query state store config setting menu any press arrow enter escape tab modifier meta ctrl alt shift family'.split(
    ' ',
  ),
);
const PLAIN_TOKEN_OWNERS = new Set(
  'max min num next page continuation total prompt completion input output cached reasoning unexpected syntax design n first last current start end pad eos bos unk stop special'.split(
    ' ',
  ),
);
/** A name that ends so speaks of the secret, not of its value. */
const ABOUT = new Set(
  'file path dir folder name names id ids type kind length len size count limit max min url uri host port user username expiry expires expired expiration ttl timeout algorithm alg format version enabled disabled required policy field header prefix suffix index status method mode provider source ref label hint prompt placeholder regex pattern column class view form store ring word map helper sock socket command cmd manager usage rotation strength reset changed'.split(
    ' ',
  ),
);
const QUALIFIERS = new Set(
  'value env prod production dev development test staging local live input material raw text string base64 b64 data old new current default'.split(
    ' ',
  ),
);
const WEAK =
  /^(?:keys?|token|auth|pass|pw|cookie|sid|sessid|sessionid|phpsessid|jsessionid|otp|pin|sig|signature|nonce|salt|seed)$/;

const WEAK_LABELS: Readonly<Record<string, string>> = {
  pass: 'password',
  pw: 'password',
  token: 'token',
  key: 'key',
  keys: 'key',
  cookie: 'cookie',
};

const cache = new Map<string, NameVerdict>();
const CACHE_SIZE = 2_000;

/** Judges a name in any spelling (snake, kebab, camel, dotted, upper case): does a secret stand behind it? */
export function judgeName(name: string): NameVerdict {
  const cached = cache.get(name);
  if (cached !== undefined) return cached;
  const verdict = judge(name);
  if (cache.size >= CACHE_SIZE) cache.clear();
  cache.set(name, verdict);
  return verdict;
}

function judge(name: string): NameVerdict {
  const isUpper = !/[a-z]/.test(name);
  const parts = partsOf(name);
  const own = withoutQualifiers(parts);
  const last = own.at(-1);
  if (last === undefined) return NONE;
  const direct = judgeEnd(own, isUpper);
  if (direct.strength !== 'none') return direct;
  const inner = own.slice(0, -1).findIndex((_, at) => judgeEnd(own.slice(0, at + 1), isUpper).strength === 'strong');
  if (inner < 0) return NONE;
  const label = judgeEnd(own.slice(0, inner + 1), isUpper).label;
  return isUpper && !ABOUT.has(last)
    ? { strength: 'strong', label }
    : { strength: ABOUT.has(last) ? 'none' : 'weak', label };
}

function judgeEnd(parts: readonly string[], isUpper: boolean): NameVerdict {
  const last = parts.at(-1) ?? '';
  const owner = parts.at(-2);
  if (PASSWORD.test(last)) return { strength: 'strong', label: 'password' };
  if (SECRET.test(last)) return { strength: 'strong', label: last.startsWith('cred') ? 'credential' : 'secret' };
  if (JOINED_KEY.test(last)) return { strength: 'strong', label: 'API key' };
  if (last === 'authorization') return { strength: 'strong', label: 'authorization' };
  if (JOINED_TOKEN.test(last)) return { strength: 'strong', label: 'token' };
  if (last === 'token' && owner !== undefined) {
    return { strength: PLAIN_TOKEN_OWNERS.has(owner) ? 'none' : 'strong', label: 'token' };
  }
  if ((last === 'key' || last === 'keys') && owner !== undefined) return judgeKey(owner, isUpper);
  if ((last === 'pass' || last === 'pw') && owner !== undefined) return { strength: 'strong', label: 'password' };
  if (last === 'auth' && (isUpper || parts[0] === '') && owner !== undefined)
    return { strength: 'strong', label: 'credential' };
  if (WEAK.test(last)) return { strength: 'weak', label: WEAK_LABELS[last] ?? 'secret' };
  return NONE;
}

function judgeKey(owner: string, isUpper: boolean): NameVerdict {
  if (KEY_OWNERS.has(owner)) return { strength: 'strong', label: 'API key' };
  if (PLAIN_KEY_OWNERS.has(owner)) return { strength: 'none', label: '' };
  return { strength: isUpper ? 'strong' : 'weak', label: 'key' };
}

function partsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_.\-\s]+/)
    .filter((part, at, all) => part !== '' || (at === 0 && all.length > 1));
}

function withoutQualifiers(parts: readonly string[]): readonly string[] {
  let end = parts.length;
  while (end > 1 && (QUALIFIERS.has(parts[end - 1] ?? '') || /^\d+$/.test(parts[end - 1] ?? ''))) end -= 1;
  return parts.slice(0, end);
}
