import { chmodSync, readFileSync, renameSync } from 'node:fs';
import { basename } from 'node:path';
import { messageOf } from '../../shared/errors/app-error';
import { isErrno } from './home-process';
import { isDocument, type SettingsDocument } from './settings-document';

export type SettingsText =
  | { readonly kind: 'document'; readonly document: SettingsDocument }
  | { readonly kind: 'missing' }
  /** There is text, but it is no JSON object. */
  | { readonly kind: 'damaged' }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Reads a settings file and makes it private. Never throws. */
export function readSettingsText(file: string): SettingsText {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    return isErrno(error, 'ENOENT') ? { kind: 'missing' } : { kind: 'unreadable', reason: messageOf(error) };
  }
  makePrivate(file);
  try {
    const document: unknown = JSON.parse(text);
    return isDocument(document) ? { kind: 'document', document } : { kind: 'damaged' };
  } catch {
    return { kind: 'damaged' };
  }
}

export interface SetAside {
  readonly ok: boolean;
  /** What happened, for the user. */
  readonly note: string;
}

/** Renames a damaged file, so that nothing in it is lost. Never throws. */
export function setAside(file: string, now: number): SetAside {
  const kept = `${file}.corrupt-${new Date(now).toISOString().replaceAll(':', '-')}`;
  try {
    renameSync(file, kept);
    return { ok: true, note: `settings.json is damaged. It was kept as ${basename(kept)}, and defaults are used.` };
  } catch (error) {
    return {
      ok: false,
      note: `settings.json is damaged and could not be set aside: ${messageOf(error)}. Defaults are used.`,
    };
  }
}

function makePrivate(file: string): void {
  if (process.platform === 'win32') return;
  try {
    chmodSync(file, 0o600);
  } catch {
    // The file belongs to somebody else; reading it worked, and that is what matters here.
  }
}
