import type { Host } from '../../src/main/processes/ports-host';
import type { HostCallName, HostEvent, HostReply, HostRequest } from '../../src/shared/contract/host-protocol';
import { HostEvent as HostEventSchema, hostCalls } from '../../src/shared/contract/host-protocol';
import { AppError } from '../../src/shared/errors/app-error';
import { Emitter } from '../../src/shared/lib/emitter';
import type { ProcessId } from '../../src/shared/lib/ids';

type Answers = { [N in HostCallName]?: (request: HostRequest<N>) => HostReply<N> | Promise<HostReply<N>> };
type ExitEvent = Extract<HostEvent, { type: 'exit' }>;

/** A process host whose every move is scripted, for tests in which the order and the moment of events matter. */
export class ScriptedHost implements Host {
  private readonly _events = new Emitter<HostEvent>();
  private readonly _crashes = new Emitter<{ readonly processIds: readonly ProcessId[] }>();
  private readonly _tails = new Map<ProcessId, string>();
  private _nextPid = 1000;
  readonly onEvent = this._events.event;
  readonly onCrash = this._crashes.event;
  readonly calls: { name: HostCallName; payload: unknown }[] = [];
  answers: Answers = {};

  async call<N extends HostCallName>(name: N, payload: HostRequest<N>): Promise<HostReply<N>> {
    this.calls.push({ name, payload });
    const answer: Answers[N] = this.answers[name];
    const reply = answer === undefined ? this._usual(name, payload) : await answer(payload);
    return hostCalls[name].reply.parse(reply) as HostReply<N>;
  }

  callsOf(name: HostCallName): readonly unknown[] {
    return this.calls.filter((call) => call.name === name).map((call) => call.payload);
  }

  send(event: HostEvent): void {
    this._events.fire(HostEventSchema.parse(event));
  }

  print(processId: ProcessId, text: string): void {
    const tail = (this._tails.get(processId) ?? '') + text;
    this._tails.set(processId, tail);
    const total = tail.length;
    this.send({ type: 'output', processId, totalBytes: total, totalChars: total, waitingForInput: false });
  }

  match(processId: ProcessId, pattern: string, lines: readonly string[]): void {
    this.send({ type: 'watch', processId, pattern, lines: lines.slice(0, 20), matchedLines: lines.length });
  }

  exit(processId: ProcessId, end: Partial<ExitEvent> = {}): void {
    const tail = this._tails.get(processId) ?? '';
    const totals = { totalBytes: tail.length, totalChars: tail.length };
    this.send({
      type: 'exit',
      processId,
      exitCode: 0,
      signal: null,
      tail: tail.slice(-8000),
      note: null,
      ...totals,
      ...end,
    });
  }

  crash(processIds: readonly ProcessId[]): void {
    this._crashes.fire({ processIds });
  }

  dispose(): void {
    this._events.dispose();
    this._crashes.dispose();
  }

  private _usual(name: HostCallName, payload: unknown): unknown {
    switch (name) {
      case 'spawn': {
        const { pty } = hostCalls.spawn.request.parse(payload);
        return { pid: this._nextPid++, startTime: `boot:${this._nextPid}`, pty: pty !== null, ptyNote: null };
      }
      case 'write':
        return { bytesWritten: Buffer.byteLength(hostCalls.write.request.parse(payload).data) };
      case 'kill':
      case 'shutdown':
        return { survivors: [] };
      case 'tail': {
        const { processId } = hostCalls.tail.request.parse(payload);
        const text = this._tails.get(processId);
        if (text === undefined) throw new AppError('PROCESS_NOT_FOUND', 'nothing was printed');
        return { text: text.slice(-200_000), totalBytes: text.length, totalChars: text.length, pty: null };
      }
      case 'facts':
        return { facts: [] };
      case 'ping':
        return { processes: 0 };
      default:
        return {};
    }
  }
}
