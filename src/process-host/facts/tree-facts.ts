import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ProcessFacts } from '../../shared/contract/calls/processes';
import type { FactsTarget } from '../../shared/contract/host-protocol';
import type { Clock } from '../../shared/lib/clock';
import type { ProcessId } from '../../shared/lib/ids';
import type { FactsSource } from './facts-source';
import { treeOwners } from './tree-owners';

/** However often it is asked, the system is looked at once in this time. */
const KEPT_MS = 1_000;
/** A look that is older says nothing about now: whoever asks again after it begins anew. */
const BASELINE_LIFE_MS = 15_000;
/** A share of so short a time would be noise. */
const SHORTEST_SPAN_MS = 250;
/** The system counts processor time in steps of 10 ms. */
const PERCENT = 100;

interface Baseline {
  readonly at: number;
  readonly cpuMs: number;
  readonly percent: number | null;
}

/** What trees use, looked at only when somebody asks, and for all of them at once. */
export class TreeFacts {
  private _answer: { readonly at: number; readonly ids: string; readonly facts: Promise<ProcessFacts[]> } | null = null;
  private _baselines = new Map<ProcessId, Baseline>();

  constructor(
    private readonly _clock: Clock,
    private readonly _source: FactsSource | null,
  ) {}

  /** In the order of `targets`. */
  of(targets: readonly FactsTarget[]): Promise<ProcessFacts[]> {
    const now = this._clock.now();
    const ids = targets.map(({ processId }) => processId).join(' ');
    if (this._answer !== null && this._answer.ids === ids && now - this._answer.at < KEPT_MS) return this._answer.facts;
    const facts = this._look(targets);
    this._answer = { at: now, ids, facts };
    return facts;
  }

  private async _look(targets: readonly FactsTarget[]): Promise<ProcessFacts[]> {
    if (this._source === null) return targets.map(({ processId }) => nothingKnown(processId));
    const source = this._source;
    const rows = await source.list();
    const at = this._clock.now();
    const owners = treeOwners(rows, targets, (row) => source.markerOf(row));
    const trees = targets.map(() => ({ pids: [] as number[], cpuMs: 0 }));
    for (const row of rows) {
      const tree = trees[owners.get(row.pid) ?? -1];
      tree?.pids.push(row.pid);
      if (tree !== undefined) tree.cpuMs += row.cpuMs;
    }
    const ports = await source.portsOf(trees.flatMap(({ pids }) => pids));
    const baselines = new Map<ProcessId, Baseline>();
    const facts: ProcessFacts[] = [];
    for (const [index, { processId }] of targets.entries()) {
      const { pids, cpuMs } = trees[index] ?? { pids: [], cpuMs: 0 };
      const baseline = this._measure(processId, at, cpuMs);
      baselines.set(processId, baseline);
      const memoryBytes = await source.memoryOf(pids);
      const ofTree = ascending(pids.flatMap((pid) => ports.get(pid) ?? []));
      facts.push({ processId, cpuPercent: baseline.percent, memoryBytes, ports: ofTree });
      // Output goes first: a look at many trees must not hold it up.
      await nextTurn();
    }
    this._baselines = baselines;
    return facts;
  }

  private _measure(processId: ProcessId, at: number, cpuMs: number): Baseline {
    const before = this._baselines.get(processId);
    if (before === undefined || at - before.at > BASELINE_LIFE_MS) return { at, cpuMs, percent: null };
    if (at - before.at < SHORTEST_SPAN_MS) return before;
    const percent = (PERCENT * Math.max(0, cpuMs - before.cpuMs)) / (at - before.at);
    return { at, cpuMs, percent: Math.round(percent * 10) / 10 };
  }
}

function nothingKnown(processId: ProcessId): ProcessFacts {
  return { processId, cpuPercent: null, memoryBytes: null, ports: [] };
}

function ascending(ports: readonly number[]): number[] {
  return [...new Set(ports)].sort((a, b) => a - b);
}
