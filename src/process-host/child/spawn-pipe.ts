import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { SpawnOptions } from '../../shared/contract/host-protocol';
import { AppError, messageOf } from '../../shared/errors/app-error';
import type { Clock } from '../../shared/lib/clock';
import type { ChildEnd, ChildListener, HostedChild } from './hosted-child';
import { shieldMasters } from './open-masters';
import { type OutputPipe, openOutputPipe } from './output-pipe';
import { PipeInput } from './pipe-input';

/**
 * Starts a child behind pipes, as the leader of its own session, with an open stdin; stdout and stderr come as one
 * output. Fails with PROCESS_SPAWN_FAILED and leaves nothing behind.
 */
export async function spawnPipe(options: SpawnOptions, listener: ChildListener, clock: Clock): Promise<HostedChild> {
  const pipe = await openOutputPipe(`${options.logPath}.pipe`);
  const shield = shieldMasters();
  const output = pipe?.childEnd ?? 'pipe';
  const stdio: StdioOptions = ['pipe', output, output, ...shield.stdio];
  try {
    const child = spawn(options.file, options.args, {
      cwd: options.cwd,
      env: options.env,
      stdio,
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    const piped = new PipedChild(child, streamsOf(child, pipe), { listener, clock });
    pipe?.closeChildEnd();
    await once(child, 'spawn');
    return piped;
  } catch (error) {
    pipe?.closeChildEnd();
    pipe?.stream.destroy();
    const message = `The program ${options.file} could not be started: ${messageOf(error)}`;
    throw new AppError('PROCESS_SPAWN_FAILED', message, { cause: error });
  } finally {
    shield.close();
  }
}

interface Streams {
  readonly input: Writable;
  readonly outputs: readonly Readable[];
}

function streamsOf({ stdin, stdout, stderr }: ChildProcess, pipe: OutputPipe | null): Streams {
  const outputs = pipe === null ? [stdout, stderr].filter((stream) => stream !== null) : [pipe.stream];
  if (stdin === null || outputs.length === 0) throw new Error('the child has no pipes');
  return { input: stdin, outputs };
}

class PipedChild implements HostedChild {
  readonly isPty = false;
  private readonly _input: PipeInput;
  private _openStreams: number;

  constructor(
    private readonly _child: ChildProcess,
    private readonly _streams: Streams,
    owner: { readonly listener: ChildListener; readonly clock: Clock },
  ) {
    this._input = new PipeInput(_streams.input, owner.clock);
    this._openStreams = _streams.outputs.length;
    for (const [index, stream] of _streams.outputs.entries()) this._read(stream, index, owner.listener);
    _child.on('exit', () => owner.listener.onExit(0));
    // A child that could not be started says so here and through the failed start; later there is nothing to add.
    _child.on('error', () => {});
  }

  get pid(): number {
    return this._child.pid ?? 0;
  }

  write(data: Buffer): Promise<void> {
    return this._input.write(data);
  }

  async closeInput(): Promise<void> {
    this._input.end();
  }

  resize(): void {}

  pause(): void {
    for (const stream of this._streams.outputs) stream.pause();
  }

  resume(): void {
    for (const stream of this._streams.outputs) stream.resume();
  }

  async release(): Promise<ChildEnd> {
    const isOutputHeld = this._openStreams > 0;
    this.dispose();
    return { exitCode: this._child.exitCode, signal: this._child.signalCode, isOutputHeld };
  }

  dispose(): void {
    this._input.dispose();
    for (const stream of this._streams.outputs) stream.destroy();
  }

  private _read(stream: Readable, index: number, listener: ChildListener): void {
    let isOpen = true;
    const handleEnd = () => {
      if (!isOpen) return;
      isOpen = false;
      this._openStreams--;
      if (this._openStreams === 0) listener.onEnd();
    };
    stream.on('data', (chunk: Buffer) => listener.onData(chunk, index));
    stream.on('end', handleEnd);
    // A read error ends the stream as far as anybody can read it.
    stream.on('error', handleEnd);
  }
}
