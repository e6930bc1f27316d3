import { safeStorage } from 'electron';
import { safeStorageSeal } from './keys/safe-storage-seal';

/** The key store of this system. Only after `ready`. */
export const systemSeal = safeStorageSeal(safeStorage, process.platform);
