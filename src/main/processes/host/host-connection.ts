import type { HostTransport } from '../../../shared/contract/host-protocol';

/** One running process host, however it was launched. */
export interface HostConnection {
  readonly transport: HostTransport;
  /** Ends the host at once, whatever it does. */
  kill(): void;
  /** Called once when it has ended, with its exit code where there is one. */
  onExit(listener: (code: number | null) => void): void;
}

/** Starts a process host; throws when that is not possible. */
export type LaunchHost = () => HostConnection;
