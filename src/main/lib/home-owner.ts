import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { isErrno, type ProcessTable } from './home-process';

/** Who holds a home: the pid and its start time name the process, the token names this holding of it. */
export const HomeOwner = z.object({
  pid: z.number().int().positive(),
  startTime: z.string().nullable(),
  token: z.string().min(1),
  /** Epoch milliseconds at which the home was taken. */
  takenAt: z.number(),
});
export type HomeOwner = z.infer<typeof HomeOwner>;

export type OwnerClaim =
  | { readonly taken: true; release(): Promise<void> }
  /** `holder` is null when the file could not be read as an owner's. */
  | { readonly taken: false; readonly holder: HomeOwner | null };

type Found =
  | { readonly kind: 'none' }
  | { readonly kind: 'owner'; readonly owner: HomeOwner }
  | { readonly kind: 'unreadable' };

const UNREADABLE_PATIENCE_MS = 500;
const UNREADABLE_PAUSE_MS = 25;
/** Clocks are set and boot times are estimates: an owner must be older than the boot by this much to count as gone. */
const BOOT_TIME_SLACK_MS = 60_000;
/** Taking over is a matter of milliseconds; who has not got it by then is told that somebody else is at it. */
const GIVE_UP_AFTER_MS = 10_000;

/**
 * Takes the lock file `file` for `me`. Of any number of processes that try at once, exactly one gets it. A file that a
 * dead process left is taken over. Rejects with the file system's error when the folder cannot be written.
 */
export function takeOwnership(file: string, me: HomeOwner, processes: ProcessTable): Promise<OwnerClaim> {
  return claim({ file, me, processes, signal: AbortSignal.timeout(GIVE_UP_AFTER_MS) });
}

/** False when the process that wrote this certainly no longer runs. */
export function isOwnerAlive(
  owner: Pick<HomeOwner, 'pid' | 'startTime' | 'takenAt'>,
  processes: ProcessTable,
): boolean {
  if (owner.takenAt < processes.bootTime() - BOOT_TIME_SLACK_MS) return false;
  if (!processes.isAlive(owner.pid)) return false;
  const startTime = processes.startTime(owner.pid);
  return owner.startTime === null || startTime === null || startTime === owner.startTime;
}

interface Attempt {
  readonly file: string;
  readonly me: HomeOwner;
  readonly processes: ProcessTable;
  readonly signal: AbortSignal;
}

async function claim(attempt: Attempt): Promise<OwnerClaim> {
  const { file, me, processes, signal } = attempt;
  while (!signal.aborted) {
    const found = await readOwner(file);
    if (found.kind === 'owner' && isOwnerAlive(found.owner, processes)) return { taken: false, holder: found.owner };
    const mine = found.kind === 'none' ? await createFirst(file, me) : await takeOver(attempt, found);
    if (mine === 'taken') return { taken: true, release: () => release(file, me.token) };
  }
  return { taken: false, holder: null };
}

/** The content is complete when the name appears: it is written under another name and linked to this one. */
async function createFirst(file: string, me: HomeOwner): Promise<'taken' | 'lost'> {
  const draft = await writeDraft(file, me);
  try {
    await link(draft, file);
    return 'taken';
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return 'lost';
    if (!isErrno(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK')) throw error;
    return await createWithoutLinks(file, me);
  } finally {
    await unlink(draft);
  }
}

async function createWithoutLinks(file: string, me: HomeOwner): Promise<'taken' | 'lost'> {
  try {
    await writeFile(file, JSON.stringify(me), { flag: 'wx', mode: 0o600 });
    return 'taken';
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return 'lost';
    throw error;
  }
}

/**
 * Replaces a dead owner's file. Removing it and creating a new one would let two processes do so in turn; so only the
 * holder of a second lock, named for the dead owner's token, may replace it, and only while that token is still there.
 */
async function takeOver(attempt: Attempt, dead: Found): Promise<'taken' | 'lost'> {
  const { file, me } = attempt;
  const right = await claim({ ...attempt, file: `${file}.takeover-${tokenOf(dead)}` });
  if (!right.taken) {
    await pause(UNREADABLE_PAUSE_MS);
    return 'lost';
  }
  try {
    if (tokenOf(await readOwner(file)) !== tokenOf(dead)) return 'lost';
    await rename(await writeDraft(file, me), file);
    return 'taken';
  } finally {
    await right.release();
  }
}

async function writeDraft(file: string, me: HomeOwner): Promise<string> {
  const draft = `${file}.${me.token}.draft`;
  await writeFile(draft, JSON.stringify(me), { mode: 0o600 });
  return draft;
}

/** A file that is no owner's may be one that is being written just now: it gets half a second to become whole. */
async function readOwner(file: string): Promise<Found> {
  for (let waitedMs = 0; ; waitedMs += UNREADABLE_PAUSE_MS) {
    const text = await readFile(file, 'utf8').catch((error: unknown) => {
      if (isErrno(error, 'ENOENT')) return null;
      throw error;
    });
    if (text === null) return { kind: 'none' };
    const owner = parseOwner(text);
    if (owner !== null) return { kind: 'owner', owner };
    if (waitedMs >= UNREADABLE_PATIENCE_MS) return { kind: 'unreadable' };
    await pause(UNREADABLE_PAUSE_MS);
  }
}

function parseOwner(text: string): HomeOwner | null {
  try {
    return HomeOwner.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Tokens become part of a file name: one that another hand wrote must not lead out of the folder. */
function tokenOf(found: Found): string {
  if (found.kind !== 'owner') return found.kind;
  return found.owner.token.replaceAll(/[^0-9A-Za-z]/g, '').slice(0, 64) || 'unnamed';
}

async function release(file: string, token: string): Promise<void> {
  const found = await readOwner(file);
  if (found.kind === 'owner' && found.owner.token === token) await unlink(file);
}
