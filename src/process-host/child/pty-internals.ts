import { closeSync, constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import type { IPty } from 'node-pty';
import { forgetMaster, rememberMaster } from './open-masters';

/**
 * Parts of a node-pty 1.1.0 terminal that its types do not name. Without them output is lost on older versions of
 * Node: the library destroys its socket 200 ms after the exit, read or not. All of it is looked at, not assumed.
 */
export interface PtyInternals {
  /** Descriptor of the master side. */
  readonly master: number;
  readonly socket: Socket;
  /** The slave side, held open so that the end of the child does not end the stream. */
  readonly slave: number;
}

/** Null where the terminal is built differently (Windows, another version) or its slave cannot be opened. */
export function ptyInternals(terminal: IPty): PtyInternals | null {
  const master: unknown = Reflect.get(terminal, 'fd');
  const socket: unknown = Reflect.get(terminal, '_socket');
  const slavePath: unknown = Reflect.get(terminal, 'ptsName');
  if (typeof master !== 'number' || !(socket instanceof Socket) || typeof slavePath !== 'string') return null;
  try {
    const slave = openSync(slavePath, constants.O_RDWR | (constants.O_NOCTTY ?? 0) | (constants.O_NONBLOCK ?? 0));
    rememberMaster(master);
    socket.once('close', () => forgetMaster(master));
    return { master, socket, slave };
  } catch {
    // The terminal works without it; only its last bytes are less safe.
    return null;
  }
}

export function closeSlave(internals: PtyInternals): void {
  closeSync(internals.slave);
}
