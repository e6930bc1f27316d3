import type { WebContents } from 'electron';
import type { IpcEventName, IpcEventPayload } from '../shared/contract/ipc-events';
import { type Disposable, DisposableStore } from '../shared/lib/lifecycle';
import type { AgentParts } from './compose-agent';
import type { Base } from './compose-base';
import type { Output } from './compose-output';
import type { ProcessParts } from './compose-processes';
import { sendEvent } from './ipc/router';
import { systemClock } from './lib/system-clock';
import type { NoticeDesk } from './notices/notice-desk';

export interface PageFeedOptions {
  readonly base: Base;
  readonly processes: ProcessParts;
  readonly agent: AgentParts;
  readonly output: Output;
  readonly notices: NoticeDesk;
  /** The page that is fed, while there is one. */
  readonly page: () => WebContents | null;
}

/** A burst of changes makes one message to the page. */
const GATHER_MS = 50;

/** Tells the page what changes, as it changes. What it missed while it was not there it asks for. */
export function feedPage({ base, processes, agent, output, notices, page }: PageFeedOptions): Disposable {
  const own = new DisposableStore();
  const tell = <N extends IpcEventName>(name: N, payload: () => IpcEventPayload<N>) => {
    const target = page();
    if (target !== null) sendEvent(target, name, base.redactForEgress(payload()));
  };
  const gathered = (act: () => void) => {
    const gatherer = own.add(new Gatherer(act));
    return () => gatherer.poke();
  };
  own.add(
    output.onSent((event) => {
      const target = page();
      if (target !== null) sendEvent(target, 'engine', event);
    }),
  );
  const tellProcesses = gathered(() =>
    tell('processes.changed', () => [...processes.registry.list()].sort((a, b) => b.startedAt - a.startedAt)),
  );
  own.add(agent.summaries.onSummariesChanged((list) => tell('sessions.changed', () => [...list])));
  own.add(processes.registry.onChanged(tellProcesses));
  own.add(agent.desk.onChange((views) => tell('approvals.changed', () => [...views])));
  own.add(notices.onChange(gathered(() => tell('notices.changed', () => [...notices.list()]))));
  own.add(base.settings.onDidChange(() => tell('settings.changed', () => ({}))));
  return own;
}

/** Runs an act once for many calls, soon after the first. */
class Gatherer implements Disposable {
  private _timer: Disposable | null = null;

  constructor(private readonly _act: () => void) {}

  poke(): void {
    this._timer ??= systemClock.after(GATHER_MS, () => {
      this._timer = null;
      this._act();
    });
  }

  dispose(): void {
    this._timer?.dispose();
  }
}
