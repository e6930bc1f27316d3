import { ALPHANUMERIC, CharClass } from '../char-class';
import type { Finding, Rule, Scan } from '../scan';

/** A shape with a mark in its middle or a strict build; the pattern is tried at the edge of a word. */
interface Shape {
  readonly label: string;
  /** Finds where it may stand; must match only characters of one word. */
  readonly trigger: RegExp;
  /** How many characters may stand before the trigger's match. */
  readonly before: number;
  readonly pattern: RegExp;
  /** Characters of the whole token, to know where it ends. */
  readonly characters: CharClass;
  readonly longest: number;
  readonly keep?: (token: string) => number;
}

const BASE64URL = new CharClass(`${ALPHANUMERIC}_-`);
const DOTTED = new CharClass(`${ALPHANUMERIC}_-.`);
const BASE64_DOTTED = new CharClass(`${ALPHANUMERIC}_-.+/=`);
const JWT_CHARACTERS = new CharClass(`${ALPHANUMERIC}_-./\\`);
const TILDED = new CharClass(`${ALPHANUMERIC}_-.~`);
const LONG = 16_384;

const SHAPES: readonly Shape[] = [
  {
    label: 'token',
    trigger: /ey[A-Za-z0-9]{10}/g,
    before: 0,
    pattern:
      /ey[A-Za-z0-9_-]{14,}\.ey(?:[A-Za-z0-9_/-]|\\(?=[A-Za-z0-9])(?![nrtu])){12,}(?:\.(?:[A-Za-z0-9_/-]{10,}={0,2})?)?|eyJ[A-Za-z0-9_-]{10,}(?:\.[A-Za-z0-9_-]{4,}){0,2}/y,
    characters: JWT_CHARACTERS,
    longest: LONG,
  },
  {
    label: 'bot token',
    trigger: /:[A-Za-z0-9_-]{30}/g,
    before: 24,
    pattern: /(?:bot)?\d{8,20}:[A-Za-z0-9_-]{30,}/y,
    characters: new CharClass(`${ALPHANUMERIC}_-:`),
    longest: 200,
    keep: (token) => token.indexOf(':') + 1,
  },
  {
    label: 'bot token',
    trigger: /\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27}/g,
    before: 32,
    pattern: /[MNO][A-Za-z0-9_-]{22,30}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}/y,
    characters: DOTTED,
    longest: 200,
  },
  {
    label: 'API key',
    trigger: /\.[A-Za-z0-9]{16}/g,
    before: 33,
    pattern: /[0-9a-f]{32}\.[A-Za-z0-9]{16,}/y,
    characters: DOTTED,
    longest: 200,
  },
  {
    label: 'API key',
    trigger: /\.atlasv1\.[A-Za-z0-9_=-]{10}/g,
    before: 16,
    pattern: /[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{10,}/y,
    characters: BASE64_DOTTED,
    longest: 400,
  },
  {
    label: 'client secret',
    trigger: /Q~/g,
    before: 5,
    pattern: /[A-Za-z0-9_~.-]{2,4}Q~[A-Za-z0-9_~.-]{31,34}/y,
    characters: TILDED,
    longest: 80,
  },
  {
    label: 'client secret',
    trigger: /~[A-Za-z0-9_~.-]{25}/g,
    before: 5,
    pattern: /[A-Za-z0-9_.-]{2,4}~[A-Za-z0-9]{1,3}~[A-Za-z0-9_~.-]{28,36}/y,
    characters: TILDED,
    longest: 80,
  },
  {
    label: 'secret key',
    trigger: /A3-[A-Z0-9]{6}-/g,
    before: 0,
    pattern: /A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}/y,
    characters: BASE64URL,
    longest: 60,
  },
  {
    label: 'access key',
    trigger: /\.acc[._-]/g,
    before: 30,
    pattern: /(?:sc|ext|scauth|authress)_[a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[._-][a-z0-9-]{8,32}\.[a-z0-9+/_=-]{28,}/iy,
    characters: BASE64_DOTTED,
    longest: 400,
  },
];

/** Finds tokens by their build: JWTs, bot tokens, and keys that carry their mark in the middle. */
export const findTokens: Rule = (scan) => {
  for (const shape of SHAPES) findShape(scan, shape);
};

function findShape(scan: Scan, shape: Shape): void {
  const { text } = scan;
  const { trigger } = shape;
  trigger.lastIndex = scan.from;
  for (let match = trigger.exec(text); match !== null; match = trigger.exec(text)) {
    const mark = match.index;
    trigger.lastIndex = mark + 1;
    const end = shape.characters.runEnd(text, mark, shape.longest);
    const first = Math.max(0, mark - shape.before);
    if (scan.isOpenAt(end) && end - mark < shape.longest && scan.wait(firstEdge(scan, first, mark))) return;
    const found = matchAround(scan, shape, { first, mark, end });
    if (found === null) continue;
    scan.add(found);
    trigger.lastIndex = Math.max(trigger.lastIndex, found.end);
  }
}

function firstEdge(scan: Scan, first: number, mark: number): number {
  return Math.max(scan.from, Math.min(first, mark));
}

function matchAround(scan: Scan, shape: Shape, place: { first: number; mark: number; end: number }): Finding | null {
  const { pattern } = shape;
  for (let start = place.first; start <= place.mark; start += 1) {
    pattern.lastIndex = start;
    if (!scan.isEdge(start) || !pattern.test(scan.text)) continue;
    const matched = pattern.lastIndex;
    const token = scan.text.slice(start, matched);
    const kept = shape.keep?.(token) ?? 0;
    const mask = shape.keep === undefined ? undefined : '***';
    return { from: start, start: start + kept, end: matched, kind: 'token', label: shape.label, mask };
  }
  return null;
}
