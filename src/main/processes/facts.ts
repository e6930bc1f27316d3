import type { ProcessFacts } from '../../shared/contract/calls/processes';
import type { FactsTarget } from '../../shared/contract/host-protocol';
import type { Entry } from './entry';
import type { Host } from './ports-host';

/** What running trees use, asked of the host; nothing is asked, and no host is started, while nothing runs. */
export async function factsOf(
  running: readonly Entry[],
  { host }: { readonly host: Host },
): Promise<readonly ProcessFacts[]> {
  const targets = running.flatMap(targetOf);
  return targets.length === 0 ? [] : (await host.call('facts', { targets })).facts;
}

function targetOf({ id, record, isOnHost }: Entry): readonly FactsTarget[] {
  const { pid, startTime } = record;
  return pid === null ? [] : [{ processId: id, pid, startTime, ownsGroup: isOnHost }];
}
