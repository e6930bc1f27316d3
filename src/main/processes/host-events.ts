import type { HostEvent } from '../../shared/contract/host-protocol';
import { messageOf } from '../../shared/errors/app-error';
import { Owner } from '../../shared/lib/lifecycle';
import type { ProcessRecord } from '../../shared/schemas/process';
import { type Finisher, factsOfExit } from './ending/finish';
import type { Entry, HostExit } from './entry';
import type { RecordTable } from './record-table';
import type { RegistryPorts } from './registry-ports';
import type { WatchNotices } from './watch/watch-notices';

export interface HostEventParts {
  readonly table: RecordTable;
  readonly finisher: Finisher;
  readonly watches: WatchNotices;
  readonly onChanged: (record: ProcessRecord) => void;
}

/** Hands what the host reports to whoever deals with it, per process in the order in which it came. */
export class HostEvents extends Owner {
  constructor(
    private readonly _ports: RegistryPorts,
    private readonly _parts: HostEventParts,
  ) {
    super();
    this.own(_ports.host.onEvent((event) => this._handle(event)));
  }

  /** Events that came before the reply to the start are handled now. */
  replayEarly(entry: Entry): void {
    const events = entry.earlyEvents;
    entry.earlyEvents = [];
    for (const event of events) this._handle(event);
  }

  private _handle(event: HostEvent): void {
    if (event.type === 'log') {
      if (event.level !== 'debug') this._ports.note(event.level, event.text);
      return;
    }
    const entry = this._parts.table.byId(event.processId);
    if (entry === null || entry.ending !== null) return;
    if (entry.record.state === 'starting') entry.earlyEvents.push(event);
    else this._dispatch(entry, event);
  }

  private _dispatch(entry: Entry, event: Exclude<HostEvent, { type: 'log' }>): void {
    switch (event.type) {
      case 'output': {
        const { totalBytes, totalChars } = event;
        entry.update({ totalBytes, totalChars, waitingForInput: event.waitingForInput && !entry.isUserShell });
        this._parts.onChanged(entry.record);
        return;
      }
      case 'watch':
        this._parts.watches.handle(entry, event);
        return;
      case 'exit':
        this._handleExit(entry, event);
    }
  }

  private _handleExit(entry: Entry, exit: HostExit): void {
    entry.heldExit = exit;
    if (entry.holdsExit) return;
    const facts = factsOfExit(entry, exit, this._ports.clock.now());
    this._parts.finisher.finish(entry, facts).catch((error: unknown) => {
      this._ports.note('error', `the end of ${entry.id} was not told to everybody: ${messageOf(error)}`);
    });
  }
}
