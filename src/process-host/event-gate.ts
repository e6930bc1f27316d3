import type { HostEvent } from '../shared/contract/host-protocol';

/** Holds the events of a process back until its start has been answered, so that none comes before its process. */
export class EventGate {
  private _held: HostEvent[] | null = [];

  constructor(private readonly _post: (event: HostEvent) => void) {}

  post(event: HostEvent): void {
    if (this._held === null) this._post(event);
    else this._held.push(event);
  }

  open(): void {
    const held = this._held ?? [];
    this._held = null;
    for (const event of held) this._post(event);
  }
}
