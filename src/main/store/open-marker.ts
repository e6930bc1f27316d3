import { closeSync, existsSync, openSync, rmSync } from 'node:fs';

/**
 * A file beside the database that is there while it is open: found at the next opening, it says that the last end was
 * unclean and that the content is worth a check.
 */
export class OpenMarker {
  private readonly _file: string;

  constructor(databaseFile: string) {
    this._file = `${databaseFile}.open`;
  }

  get isSet(): boolean {
    return existsSync(this._file);
  }

  set(): void {
    closeSync(openSync(this._file, 'a', 0o600));
  }

  clear(): void {
    rmSync(this._file, { force: true });
  }
}
