import type { TextOrigin } from './scan';

const READERS = /^\s*(?:sudo\s+)?(?:cat|bat|head|tail|less|more|sed|awk|nl|git\s+(?:show|diff|blame)|rg|grep)\b/;
const SOURCE =
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|kts|swift|cs|cpp|cc|[ch]|hpp|php|scala|lua|pl|ex|exs|clj|dart|vue|svelte|sql)\b/i;
const SETTINGS =
  /(?:^|[\s/"'])(?:\.env\b|\.?[\w-]*\.env\b|\.(?:bash|zsh|profile|npmrc|netrc|pypirc|pgpass)\w*|[\w-]*(?:config|credentials|secrets?)\.(?:json|ya?ml|toml|ini))/i;

/**
 * What a command's output is (case 270): source code when it reads source files and nothing else, else text.
 * In doubt it is text, where more is masked.
 */
export function originOfOutput(command: string): TextOrigin {
  if (/[;&|\n`]|\$\(/.test(command) || !READERS.test(command)) return 'text';
  return SOURCE.test(command) && !SETTINGS.test(command) ? 'code' : 'text';
}
