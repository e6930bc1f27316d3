import type { z } from 'zod';
import {
  type FromHost,
  type HostCallName,
  type HostEvent,
  type HostPort,
  type HostReply,
  type HostRequest,
  type HostTransport,
  hostCalls,
  type Survivor,
  ToHost,
} from '../shared/contract/host-protocol';
import { AppError } from '../shared/errors/app-error';
import { toWireError } from '../shared/errors/wire';
import type { ProcessId } from '../shared/lib/ids';
import { Owner, toDisposable } from '../shared/lib/lifecycle';
import { EventGate } from './event-gate';
import { createFactsSource } from './facts/create-facts-source';
import { TreeFacts } from './facts/tree-facts';
import { HostedProcess } from './hosted-process';
import type { HostPorts } from './ports';

/** Parses a request, and answers it. */
type Handler = (payload: unknown) => Promise<unknown>;

/**
 * Owns every listed child (design 1). Answers each call exactly once and posts events; decides nothing. Disposing
 * it kills what still runs, at once and without a grace.
 */
export class ProcessHost extends Owner {
  private readonly _processes = new Map<ProcessId, HostedProcess>();
  private readonly _facts: TreeFacts;
  private _isShuttingDown = false;

  constructor(
    private readonly _transport: HostTransport,
    private readonly _ports: HostPorts,
    /** Called after `shutdown` was answered. */
    private readonly _onShutdown: () => void = () => {},
  ) {
    super();
    this._facts = new TreeFacts(_ports.clock, createFactsSource(process.platform));
    _transport.onMessage((message, port) => this._handleMessage(message, port));
    this.own(toDisposable(() => this._disposeProcesses()));
  }

  private readonly _handlers: Readonly<Record<HostCallName, Handler>> = {
    spawn: handler(hostCalls.spawn, (request) => this._spawn(request)),
    write: handler(hostCalls.write, ({ processId, data }) => this._find(processId).write(data)),
    closeStdin: handler(hostCalls.closeStdin, async ({ processId }) => {
      await this._find(processId).closeInput();
      return {};
    }),
    kill: handler(hostCalls.kill, async ({ processId, graceMs }) => {
      return { survivors: await this._find(processId).kill(graceMs) };
    }),
    resize: handler(hostCalls.resize, async ({ processId, size }) => {
      this._find(processId).resize(size);
      return {};
    }),
    tail: handler(hostCalls.tail, async ({ processId }) => this._find(processId).tail()),
    facts: handler(hostCalls.facts, async ({ targets }) => ({ facts: await this._facts.of(targets) })),
    forget: handler(hostCalls.forget, ({ processId }) => this._forget(processId)),
    ping: handler(hostCalls.ping, async () => ({ processes: this._running().length })),
    shutdown: handler(hostCalls.shutdown, ({ graceMs }) => this._shutDown(graceMs)),
  };

  private _handleMessage(message: unknown, port?: HostPort): void {
    const parsed = ToHost.safeParse(message);
    if (!parsed.success) {
      port?.close();
      this._postEvent({ type: 'log', level: 'error', text: 'a message to the process host was not understood' });
      return;
    }
    if (parsed.data.kind === 'attach') this._attach(parsed.data.processId, port);
    else void this._answer(parsed.data);
  }

  private async _answer({ requestId, name, payload }: Extract<ToHost, { kind: 'call' }>): Promise<void> {
    try {
      this._post({ kind: 'reply', requestId, ok: true, value: await this._handlers[name](payload) });
    } catch (error) {
      this._post({ kind: 'failure', requestId, error: toWireError(error) });
    }
    if (name === 'shutdown') this._onShutdown();
  }

  private async _spawn(options: HostRequest<'spawn'>): Promise<HostReply<'spawn'>> {
    if (this._isShuttingDown) throw new AppError('HOST_UNAVAILABLE', 'Talaria is quitting; nothing is started now.');
    if (this._processes.has(options.processId)) {
      throw new AppError('BAD_INPUT', `There is a process ${options.processId} already.`);
    }
    const gate = new EventGate((event) => this._postEvent(event));
    const hosted = new HostedProcess(options, this._ports, (event) => gate.post(event));
    this._processes.set(options.processId, hosted);
    try {
      const started = await hosted.start();
      // The answer is posted before anything that comes later in the event loop.
      setImmediate(() => gate.open());
      return started;
    } catch (error) {
      this._processes.delete(options.processId);
      hosted.dispose();
      throw error;
    }
  }

  private async _forget(processId: ProcessId): Promise<Record<string, never>> {
    const hosted = this._processes.get(processId);
    if (hosted?.isRunning) throw new AppError('BAD_INPUT', 'The process still runs.');
    this._processes.delete(processId);
    hosted?.dispose();
    return {};
  }

  private async _shutDown(graceMs: number): Promise<{ survivors: Survivor[] }> {
    this._isShuttingDown = true;
    const living = [...this._processes.values()].filter((hosted) => hosted.mayHaveLiving);
    const survivors = await Promise.all(living.map((hosted) => hosted.kill(graceMs)));
    return { survivors: survivors.flat() };
  }

  private _attach(processId: ProcessId, port: HostPort | undefined): void {
    const hosted = this._processes.get(processId);
    if (port === undefined) return;
    if (hosted === undefined) port.close();
    else hosted.attach(port);
  }

  private _running(): HostedProcess[] {
    return [...this._processes.values()].filter((hosted) => hosted.isRunning);
  }

  private _find(processId: ProcessId): HostedProcess {
    const hosted = this._processes.get(processId);
    if (hosted === undefined) throw new AppError('PROCESS_NOT_FOUND', `There is no process ${processId}.`);
    return hosted;
  }

  private _postEvent(event: HostEvent): void {
    this._post({ kind: 'event', event });
  }

  private _post(message: FromHost): void {
    if (!this.isDisposed) this._transport.post(message);
  }

  private _disposeProcesses(): void {
    for (const hosted of this._processes.values()) hosted.dispose();
    this._processes.clear();
  }
}

interface CallSchemas<Request, Reply> {
  readonly request: z.ZodType<Request>;
  readonly reply: z.ZodType<Reply>;
}

function handler<Request, Reply>(
  { request }: CallSchemas<Request, Reply>,
  answer: (request: Request) => Promise<Reply>,
): Handler {
  return async (payload) => {
    const parsed = request.safeParse(payload);
    if (!parsed.success) throw new AppError('BAD_INPUT', `The request does not fit: ${parsed.error.message}`);
    return answer(parsed.data);
  };
}
