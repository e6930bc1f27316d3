import type { HostCallName, HostRequest } from '../../../shared/contract/host-protocol';

/** Plain calls are answered from memory: a host that takes longer hangs. */
const PLAIN_LIMIT_MS = 5_000;
const SPAWN_LIMIT_MS = 10_000;
/** Longer than the heartbeat waits, so that it and not the call decides. */
const PING_LIMIT_MS = 20_000;
/** On top of the two graces: verification, end of output, a slow machine. */
const KILL_SLACK_MS = 12_000;

/** How long a call may take before it fails as HOST_TIMEOUT. */
export function callLimitMs<N extends HostCallName>(name: N, payload: HostRequest<N>): number {
  if (name === 'spawn') return SPAWN_LIMIT_MS;
  if (name === 'ping') return PING_LIMIT_MS;
  return 'graceMs' in payload ? 2 * payload.graceMs + KILL_SLACK_MS : PLAIN_LIMIT_MS;
}
