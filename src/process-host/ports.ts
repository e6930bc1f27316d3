import type { Clock } from '../shared/lib/clock';
import type { LoadPty } from './child/pty-library';
import type { LogDisk } from './output/log-disk';

/** What the host takes from outside, so that tests decide about time, terminals and full disks. */
export interface HostPorts {
  readonly clock: Clock;
  readonly loadPty: LoadPty;
  readonly logDisk: LogDisk;
}
