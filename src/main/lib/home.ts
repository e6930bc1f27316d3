import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { AppError, messageOf } from '../../shared/errors/app-error';
import type { Clock } from '../../shared/lib/clock';
import type { RandomHex } from '../../shared/lib/ids';
import { type HomeOwner, type OwnerClaim, takeOwnership } from './home-owner';
import { isErrno, type ProcessTable } from './home-process';
import { type HomePaths, homePaths } from './paths';

const PRIVATE_FOLDER = 0o700;
const TOKEN_DIGITS = 24;
/** What shows that a folder is a Talaria home and not, say, the user's documents. */
const OWN_FILES = ['talaria.db', 'settings.json', 'owner.json'];

export interface OpenHomeOptions {
  readonly folder: string;
  readonly platform: NodeJS.Platform;
  readonly pid: number;
  readonly processes: ProcessTable;
  readonly clock: Clock;
  readonly randomHex: RandomHex;
}

/** A home that this process alone holds, until `release`. */
export interface Home {
  readonly paths: HomePaths;
  readonly owner: HomeOwner;
  /** Lets the next start have it. Call it last: after the database and the logs are closed. */
  release(): Promise<void>;
}

/**
 * Makes the folders of a home, private to the user, and takes the lock on it. Rejects with HOME_UNUSABLE (the reason in
 * words) or HOME_IN_USE (`details.pid` is the holder's, when it is known). Nothing in the home may be opened before.
 */
export async function openHome(options: OpenHomeOptions): Promise<Home> {
  const paths = homePaths(options.folder, options.platform);
  const owner = describeOwner(options);
  try {
    makePrivate(paths.folder, options.platform);
    const claim = await takeOwnership(paths.owner, owner, options.processes);
    if (!claim.taken) throw inUse(paths.folder, claim.holder);
    return await furnish(paths, owner, claim);
  } catch (error) {
    throw error instanceof AppError ? error : homeUnusable(paths.folder, error);
  }
}

async function furnish(paths: HomePaths, owner: HomeOwner, claim: OwnerClaim & { taken: true }): Promise<Home> {
  try {
    for (const folder of [paths.logs, paths.processLogs, paths.electron]) {
      mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
    }
  } catch (error) {
    await claim.release();
    throw error;
  }
  return { paths, owner, release: () => claim.release() };
}

function describeOwner({ pid, processes, clock, randomHex }: OpenHomeOptions): HomeOwner {
  return { pid, startTime: processes.startTime(pid), token: randomHex(TOKEN_DIGITS), takenAt: clock.now() };
}

/** A folder that holds other things keeps its mode (it may be shared on purpose); our files in it are private all the same. */
function makePrivate(folder: string, platform: NodeJS.Platform): void {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  if (platform === 'win32' || (statSync(folder).mode & 0o777) === PRIVATE_FOLDER) return;
  const names = readdirSync(folder);
  if (names.length === 0 || names.some((name) => OWN_FILES.includes(name))) chmodSync(folder, PRIVATE_FOLDER);
}

function inUse(folder: string, holder: HomeOwner | null): AppError {
  const who = holder === null ? 'Another Talaria' : `Another Talaria (process ${holder.pid})`;
  return new AppError(
    'HOME_IN_USE',
    `${who} is using the home ${folder}. Close it first, or choose another home with --home.`,
    {
      details: { folder, pid: holder?.pid ?? null },
    },
  );
}

/** A home that cannot be written, with the reason in words. */
export function homeUnusable(folder: string, error: unknown): AppError {
  return new AppError(
    'HOME_UNUSABLE',
    `The home ${folder} cannot be used: ${reasonOf(error)}. Choose another with --home.`,
    { details: { folder }, cause: error },
  );
}

function reasonOf(error: unknown): string {
  if (isErrno(error, 'ENOTDIR', 'EEXIST')) return 'a file is where a folder should be';
  if (isErrno(error, 'EACCES', 'EPERM')) return 'you may not write there';
  if (isErrno(error, 'EROFS')) return 'the disk is read-only';
  if (isErrno(error, 'ENOSPC', 'EDQUOT')) return 'the disk is full';
  if (isErrno(error, 'ENOENT')) return 'the folder it should be in does not exist';
  return messageOf(error);
}
