import { isCode, isNumber, isOpaque, isPath, isReference, isShapeless } from '../harmless';
import { JUDGED_LENGTH, type Value } from '../read-value';
import type { Scan } from '../scan';
import type { NameVerdict } from '../secret-names';
import type { Joint, Name } from './joint';

/** A name that may be a secret's, and how it is joined to what follows. */
export interface Reading {
  readonly name: Name;
  readonly verdict: NameVerdict;
  readonly joint: Joint;
}

/** True if what stands behind the name is a secret: by how sure the name is, and by what the value looks like. */
export function isSecretValue(scan: Scan, reading: Reading, value: Value): boolean {
  const { text } = scan;
  const sample = text.slice(value.start, Math.min(value.end, value.start + JUDGED_LENGTH));
  if (sample.trim() === '' || isReference(sample, value.quote) || isShapeless(sample) || isPath(sample)) return false;
  if (value.quote !== '' && value.quote !== '<' && /^\s/.test(sample)) return false;
  const isStrong = isStrongHere(scan, reading, value);
  const isTrusted = reading.joint.kind === 'flag' || value.quote !== '';
  if (isNumber(sample)) return isStrong && isNumericSecret(reading, value, sample);
  if (
    value.quote === '' &&
    !isEnvLine(reading) &&
    isCode(sample, reading.name.text, behind(text, reading.name, value))
  ) {
    return false;
  }
  if (value.quote !== '' && sample.toLowerCase() === reading.name.text.toLowerCase()) return false;
  if (isStrong) return scan.origin !== 'code' || isTrusted ? !isSentence(sample, value) : isOpaque(sample);
  return isOpaque(sample);
}

/** What follows the value; in a list of options without blanks (`user=a,password=b,…`) the comma says nothing. */
function behind(text: string, name: Name, value: Value): string {
  const after = text[value.end] ?? '';
  return after === ',' && text[name.from - 1] === ',' ? '' : after;
}

/** An upper-case name joined without blanks is a shell's or an env file's: its value is no code. */
function isEnvLine({ name, joint }: Reading): boolean {
  return joint.kind === 'equals' && !joint.isSpaced && !/[a-z]/.test(name.text);
}

function isStrongHere(scan: Scan, { name, verdict, joint }: Reading, value: Value): boolean {
  if (verdict.strength === 'strong') return true;
  const isBareWord = /^(?:pass|pw)$/i.test(name.text);
  const isField = value.quote !== '' && joint.isQuotedName;
  if (isBareWord) return isField || (joint.kind === 'equals' && (!joint.isSpaced || value.quote !== ''));
  if (/^token$/i.test(name.text)) {
    if (joint.kind === 'flag') return true;
    const isUpper = name.text === 'TOKEN';
    return name.dashes > 0 || (isUpper && joint.kind === 'equals' && scan.origin !== 'code');
  }
  return name.text === '_auth';
}

/** Digits behind a password's own name are a password; behind anything else they are a count. */
function isNumericSecret({ name, verdict, joint }: Reading, value: Value, sample: string): boolean {
  const isJson = value.quote === '' && joint.kind === 'colon';
  return (
    verdict.label === 'password' &&
    !isJson &&
    sample.length >= 4 &&
    /(?:pass|passwd|password|pwd|pw|passphrase)$/i.test(name.text)
  );
}

const SAYING = / (?:is|are|be|must|should|not|the|a|an|your|please|at|for) /;

/** Prose in quotes behind a strong name is a message about it, not its value; a pass phrase has no grammar. */
function isSentence(sample: string, value: Value): boolean {
  return value.quote !== '' && /^[A-Z][a-z']+(?: [a-z'",]+){3,}[.!?]?$/.test(sample) && SAYING.test(sample);
}
