import { messageOf } from '../../shared/errors/app-error';

/** The one text that SQLite has for file systems without the locks and shared memory that WAL needs. */
const NETWORK_REFUSAL = 'locking protocol';
const REFUSALS = [NETWORK_REFUSAL, 'not authorized'];

/** Whether an error says that this file system, or this build, cannot do WAL. SQLite has no code of its own for it. */
export function isRefusalOfWal(error: unknown): boolean {
  const message = messageOf(error).toLowerCase();
  return REFUSALS.some((text) => message.includes(text));
}

/** The refusal that network file systems give. */
export function isNetworkRefusal(error: unknown): boolean {
  return messageOf(error).toLowerCase().includes(NETWORK_REFUSAL);
}
