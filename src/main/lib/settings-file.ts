import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { AppError, messageOf } from '../../shared/errors/app-error';
import type { Clock } from '../../shared/lib/clock';
import { Emitter } from '../../shared/lib/emitter';
import { type Disposable, Owner, toDisposable } from '../../shared/lib/lifecycle';
import { Settings } from '../../shared/schemas/settings';
import { writeFileAtomic } from './atomic-write';
import type { Logger } from './logger';
import { mergeDocuments, type ReadSettings, readSettings, type SettingsDocument } from './settings-document';
import { readSettingsText, setAside } from './settings-file-text';

/** An editor writes in several steps; the file is read when it has been quiet for so long. */
const SETTLE_MS = 100;

export interface SettingsFileOptions {
  readonly file: string;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * `settings.json` (design 3): read at once, read again when it changes, written whole or not at all, 0600. Keys that are
 * not ours stay. A file that is no JSON object is kept aside when it is opened or about to be overwritten; while it is
 * being edited the settings in force simply stay.
 */
export class SettingsFile extends Owner {
  private readonly _changed = this.own(new Emitter<ReadSettings>());
  private _current: ReadSettings = readSettings({});
  private _settling: Disposable | null = null;
  private _lastWrite: Promise<void> = Promise.resolve();

  /** Fires after the settings in force, or their warnings, have changed. */
  readonly onDidChange = this._changed.event;

  constructor(private readonly _options: SettingsFileOptions) {
    super();
    this._use(this._open());
    this._watch();
  }

  /** The settings in force, complete, and what in the file is not used and why. */
  get current(): ReadSettings {
    return this._current;
  }

  /**
   * Writes what `patch` names and leaves the rest of the file alone. In force when it resolves. Rejects with BAD_INPUT
   * for a value that does not fit, and with HOME_UNUSABLE when the file cannot be written; then nothing has changed.
   */
  update(patch: SettingsDocument): Promise<void> {
    const problem = problemOf(patch);
    return problem === null ? this.change(() => patch) : Promise.reject(problem);
  }

  /** `update` by a patch that is made from the file as it stands then: for lists, which are replaced whole. */
  change(patchFor: (document: SettingsDocument) => SettingsDocument): Promise<void> {
    const write = this._lastWrite.then(() => this._write(patchFor));
    this._lastWrite = write.catch(() => undefined);
    return write;
  }

  override dispose(): void {
    this._settling?.dispose();
    super.dispose();
  }

  private async _write(patchFor: (document: SettingsDocument) => SettingsDocument): Promise<void> {
    const before = this._documentToWriteOver();
    const document = mergeDocuments(before, patchFor(before));
    try {
      await writeFileAtomic(this._options.file, `${JSON.stringify(document, null, 2)}\n`, { mode: 0o600 });
    } catch (error) {
      throw notSaved(messageOf(error), error);
    }
    this._use({ document });
  }

  /** Replaced files lose a watch on the file itself, so the folder is watched, and only our name counts. */
  private _watch(): void {
    const name = basename(this._options.file);
    let watcher: FSWatcher;
    try {
      watcher = watch(dirname(this._options.file), { persistent: false }, (_event, changed) => {
        if (changed === null || changed === name) this._settle();
      });
    } catch (error) {
      this._options.log.warn('settings are not followed while the app runs', { error });
      return;
    }
    watcher.on('error', (error) => this._options.log.warn('settings are no longer followed', { error }));
    this.own(toDisposable(() => watcher.close()));
  }

  private _settle(): void {
    this._settling?.dispose();
    if (this.isDisposed) return;
    this._settling = this._options.clock.after(SETTLE_MS, () => this._reread());
  }

  private _reread(): void {
    const found = readSettingsText(this._options.file);
    if (found.kind === 'document') this._use(found);
    else if (found.kind === 'missing') this._use({ document: {} });
    else this._use({ document: null });
  }

  /** `document: null`: there is no usable file just now; the settings stay and a warning says so. */
  private _use({ document, note }: { document: SettingsDocument | null; note?: string }): void {
    const next =
      document === null ? { ...this._current, warnings: [unusableNow] } : withNote(readSettings(document), note);
    if (JSON.stringify(next) === JSON.stringify(this._current)) return;
    this._current = next;
    for (const warning of next.warnings) this._options.log.warn(warning.message, { path: warning.path });
    this._changed.fire(next);
  }

  private _open(): { document: SettingsDocument; note?: string } {
    const found = readSettingsText(this._options.file);
    if (found.kind === 'document') return found;
    if (found.kind === 'missing') return { document: {} };
    const note =
      found.kind === 'unreadable'
        ? `settings.json cannot be read: ${found.reason}. Defaults are used.`
        : setAside(this._options.file, this._options.clock.now()).note;
    return { document: {}, note };
  }

  /** What is in the file now; rejects rather than let a write destroy what could not be read or kept. */
  private _documentToWriteOver(): SettingsDocument {
    const found = readSettingsText(this._options.file);
    if (found.kind === 'document') return found.document;
    if (found.kind === 'missing') return {};
    if (found.kind === 'unreadable') throw notSaved(found.reason);
    const kept = setAside(this._options.file, this._options.clock.now());
    if (!kept.ok) throw notSaved(kept.note);
    this._options.log.warn(kept.note);
    return {};
  }
}

const unusableNow = {
  path: '',
  message: 'settings.json is not readable as it stands. The settings from before stay in force until it is.',
};

/** Names the first value that does not fit; null when all do. */
function problemOf(patch: SettingsDocument): AppError | null {
  const [issue] = Settings.safeParse(patch).error?.issues ?? [];
  if (issue === undefined) return null;
  return new AppError('BAD_INPUT', `The setting ${issue.path.map(String).join('.')} does not fit. ${issue.message}.`);
}

function notSaved(reason: string, cause?: unknown): AppError {
  return new AppError('HOME_UNUSABLE', `The settings could not be saved: ${reason}`, { cause });
}

function withNote(read: ReadSettings, note: string | undefined): ReadSettings {
  return note === undefined ? read : { ...read, warnings: [{ path: '', message: note }, ...read.warnings] };
}
