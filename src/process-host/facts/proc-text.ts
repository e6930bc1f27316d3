/** Memory of one process by `/proc/PID/status`, in bytes. */
export interface ResidentMemory {
  readonly own: number;
  /** Of files and shared segments: other processes may have the same pages. */
  readonly shared: number;
}

const BYTES_PER_KIB = 1024;
const OWN = /^RssAnon:\s+(\d+) kB$/m;
const FILES = /^RssFile:\s+(\d+) kB$/m;
const SEGMENTS = /^RssShmem:\s+(\d+) kB$/m;
const LISTENING = '0A';

/** Null for a process without memory: a kernel thread, or one that has ended. */
export function parseStatus(text: string): ResidentMemory | null {
  const own = kib(text, OWN);
  if (own === null) return null;
  return { own, shared: (kib(text, FILES) ?? 0) + (kib(text, SEGMENTS) ?? 0) };
}

function kib(text: string, line: RegExp): number | null {
  const match = line.exec(text);
  return match === null ? null : Number(match[1]) * BYTES_PER_KIB;
}

/** Ports of listening sockets by inode, from `/proc/net/tcp` or `tcp6`; other states and broken lines are left out. */
export function parseListening(text: string): ReadonlyMap<string, number> {
  const ports = new Map<string, number>();
  for (const line of text.split('\n')) {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
    const port = Number.parseInt(local.slice(local.lastIndexOf(':') + 1), 16);
    if (state === LISTENING && inode !== '0' && port > 0) ports.set(inode, port);
  }
  return ports;
}

/** The inode in the target of a descriptor's link, `socket:[123]`; null for what is no socket. */
export function socketInode(link: string): string | null {
  return /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? null;
}
