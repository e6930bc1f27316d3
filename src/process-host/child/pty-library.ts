import type * as NodePty from 'node-pty';

/** The terminal library, loaded when the first terminal is wanted: it is native and may be missing. */
export type PtyLibrary = Pick<typeof NodePty, 'spawn'>;
export type LoadPty = () => Promise<PtyLibrary>;

export const loadNodePty: LoadPty = () => import('node-pty');
