import { ask, askAlways, type Command, type Cover, type Family, type Finding, type Scene } from '../finding';
import { placeOf, resolveWord } from '../syntax/paths';
import type { Redirect, SimpleCommand } from '../syntax/script';
import type { Word } from '../syntax/words';
import { sensitiveKind } from './sensitive-paths';
import { writeTargets } from './write-targets';

/** What lies in these takes no harm: terminals and sinks. */
const SINKS = /^\/dev\/(null|zero|full|tty|stdout|stderr|stdin|fd(\/\d+)?|pts\/\d+|ptmx)$/;

/** Programs that write onto protected files, or outside the agent's folder. */
export const writes: Family = (command, scene) =>
  writeTargets(command).flatMap((word) => {
    const finding = isRemote(command, word) ? REMOTE : judgeTarget(word, scene);
    return finding === null ? [] : [ask({ ...finding, words: [word] })];
  });

const REMOTE = { family: 'remote-command', text: 'Writes to another machine.' };

function isRemote({ name }: Command, word: Word): boolean {
  return (name === 'scp' || name === 'rsync') && /^([^/:]+@)?[^/:]{2,}:|^(rsync|scp|sftp):\/\//.test(word.text);
}

/** Redirects that write: judged like programs that write, and a target that cannot be told asks too. */
export function redirectFindings(simple: SimpleCommand, scene: Scene): readonly Finding[] {
  return simple.redirects.flatMap((redirect) => {
    const { target } = redirect;
    if (target === null || !isWriting(redirect)) return [];
    const facts = judgeTarget(target, scene) ?? judgeUnknown(target, scene);
    if (facts === null) return [];
    const cover: Cover | null = simple.words.length === 0 ? null : { must: [target], operands: [] };
    return [{ ...askAlways({ ...facts, words: [target] }), span: { start: redirect.start, end: redirect.end }, cover }];
  });
}

export function isWriting(redirect: Redirect): boolean {
  if (redirect.target === null || !redirect.operator.includes('>')) return false;
  const isDescriptor = redirect.operator.endsWith('>&') && /^\d+-?$|^-$/.test(redirect.target.text);
  return !isDescriptor;
}

/** True for redirects that change nothing on disk. */
export function isSink(word: Word): boolean {
  return SINKS.test(word.text);
}

function judgeTarget(word: Word, scene: Scene): { family: string; text: string } | null {
  if (isSink(word) || word.text === '-') return null;
  const paths = resolveWord(word, scene);
  const kind = paths?.map((path) => sensitiveKind(path, scene)).find((found) => found !== null);
  if (kind !== undefined && kind !== null) return { family: 'sensitive-write', text: kind };
  const isDevice = paths?.some((path) => path.startsWith('/dev/') && !SINKS.test(path)) === true;
  if (isDevice) return { family: 'device-write', text: 'Writes straight to a device.' };
  if (placeOf(word, scene) === 'outside')
    return { family: 'outside-folder', text: 'Writes outside the working folder.' };
  return null;
}

function judgeUnknown(word: Word, scene: Scene): { family: string; text: string } | null {
  if (placeOf(word, scene) !== 'unknown') return null;
  if (word.text.startsWith('>(')) return null;
  return { family: 'unknown-target', text: 'Where it writes is known only when it runs.' };
}
