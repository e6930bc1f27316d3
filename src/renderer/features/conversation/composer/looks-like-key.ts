/** How keys of well-known services begin, and private keys. A hint for the user, no guard: main masks what leaves. */
const KEY_SHAPES: readonly RegExp[] = [
  /\bsk-[\w-]{16,}/,
  /\b(?:ghp|gho|ghu|ghs|ghr)_\w{20,}/,
  /\bgithub_pat_\w{20,}/,
  /\bglpat-[\w-]{16,}/,
  /\bxox[abeoprs]-[\w-]{10,}/,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  /\bAIza[\w-]{30,}/,
  /\b(?:sk|rk|pk)_(?:live|test)_\w{16,}/,
  /\bhf_[A-Za-z0-9]{20,}/,
  /\bnpm_[A-Za-z0-9]{30,}/,
  /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\./,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
];

const MAX_CHARS = 100_000;

/** True when a text holds something that looks like a key. */
export function looksLikeKey(text: string): boolean {
  const looked = text.slice(0, MAX_CHARS);
  return KEY_SHAPES.some((shape) => shape.test(looked));
}
