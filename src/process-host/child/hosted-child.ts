import type { PtySize } from '../../shared/contract/host-protocol';

/** What a child tells its owner; set before it starts, called in order. */
export interface ChildListener {
  /** Bytes as they came; `stream` tells separate streams apart, since a character may be split in each. */
  readonly onData: (chunk: Buffer, stream: number) => void;
  /** End of file on all streams: nothing more can come. */
  readonly onEnd: () => void;
  /** The child has ended, `agoMs` before this call; output may still be on its way. */
  readonly onExit: (agoMs: number) => void;
}

export interface ChildEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Something else, a grandchild, still had the output open. */
  readonly isOutputHeld: boolean;
}

/** A started child behind pipes or a pty. All methods work, without effect, after its end too. */
export interface HostedChild {
  readonly pid: number;
  readonly isPty: boolean;
  /** Resolves when the data was accepted; fails with PROCESS_NO_STDIN or PROCESS_WRITE_FAILED. */
  write(data: Buffer): Promise<void>;
  closeInput(): Promise<void>;
  resize(size: PtySize): void;
  /** Stops reading for a while; a pty is never paused, since it would lose output (`pause` does nothing). */
  pause(): void;
  resume(): void;
  /** Once, after the exit and the drain: closes every descriptor, and tells how it ended. */
  release(): Promise<ChildEnd>;
  /** Closes every descriptor at once, whatever the child does. */
  dispose(): void;
}
