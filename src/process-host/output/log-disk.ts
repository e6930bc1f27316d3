import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** One open segment of a log. */
export interface LogFile {
  /** Writes the buffers in order; may write less than all, as the system call does. Returns the bytes written. */
  write(buffers: readonly Buffer[]): Promise<number>;
  truncate(): Promise<void>;
  close(): Promise<void>;
}

/** What the log ring needs of a disk; a parameter, so that a full disk can be tested. */
export interface LogDisk {
  /** Makes a new, empty, private file at `path`; whatever was there is replaced, links are never followed. */
  create(path: string): Promise<LogFile>;
  rename(from: string, to: string): Promise<void>;
}

const CREATE_FLAGS =
  constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);

export const logDisk: LogDisk = {
  async create(path) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await rm(path, { force: true });
    return new SegmentFile(await open(path, CREATE_FLAGS, 0o600));
  },
  rename,
};

class SegmentFile implements LogFile {
  constructor(private readonly _handle: FileHandle) {}

  async write(buffers: readonly Buffer[]): Promise<number> {
    const { bytesWritten } = await this._handle.writev([...buffers]);
    return bytesWritten;
  }

  truncate(): Promise<void> {
    return this._handle.truncate(0);
  }

  close(): Promise<void> {
    return this._handle.close();
  }
}
