import type { Approvals } from '../../approvals/ports';

/** A bounded child: program and arguments, its output capped, its time limited. Never throws for exit codes. */
export type RunProgram = (request: {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  readonly signal: AbortSignal;
}) => Promise<{
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly ending: 'exited' | 'timed-out' | 'cancelled' | 'too-much-output' | 'failed-start';
}>;

export interface FilePorts {
  readonly approvals: Approvals;
  readonly mask: (text: string) => string;
  /** As `mask`, but with marks that nobody takes for a value: for text that a model may write back (case 268). */
  readonly maskFile: (text: string) => string;
  /** The user's home folder, for `~`. */
  readonly userHome: string;
  readonly runProgram: RunProgram;
  /** Path of the ripgrep program. */
  readonly ripgrep: string;
}
