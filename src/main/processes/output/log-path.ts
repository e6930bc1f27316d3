import { join } from 'node:path';
import type { ProcessId } from '../../../shared/lib/ids';
import type { RegistryPorts } from '../registry-ports';

/** The log of a process; its segments are `.0` and `.1` of this. */
export function logPathOf(ports: Pick<RegistryPorts, 'logFolder'>, id: ProcessId): string {
  return join(ports.logFolder, `${id}.log`);
}

/** Whose log a file in the log folder is, or null for a file that is no log. */
export function ownerOfLogFile(name: string): string | null {
  return /^(proc_[0-9a-f]{12})\.log\.[01]$/.exec(name)?.[1] ?? null;
}
