import { rgPath } from '@vscode/ripgrep';
import { ApprovalDesk } from '../../src/main/approvals/approval-desk';
import type { ApprovalSource, ApprovalStore, LedgerEntry, StoredRule } from '../../src/main/approvals/ports';
import { systemClock } from '../../src/main/lib/system-clock';
import type { CommandParserWorker } from '../../src/main/parser/command-parser-worker';
import { runBounded } from '../../src/main/processes/exec';
import { maskCommand } from '../../src/main/redaction/mask-command';
import { redactText } from '../../src/main/redaction/redact';
import { createEgress } from '../../src/main/redaction/redact-for-egress';
import { patchTool } from '../../src/main/tools/files/patch';
import type { FilePorts } from '../../src/main/tools/files/ports';
import { readFileTool } from '../../src/main/tools/files/read-file';
import { searchFilesTool } from '../../src/main/tools/files/search-files';
import { writeFileTool } from '../../src/main/tools/files/write-file';
import { processTool } from '../../src/main/tools/process/tool';
import { terminalTool } from '../../src/main/tools/terminal/tool';
import { createToolbox } from '../../src/main/tools/toolbox';
import { TurnId } from '../../src/shared/lib/ids';
import { JsonObject } from '../../src/shared/lib/json';
import type { ApprovalMode } from '../../src/shared/schemas/approval';
import { realParser } from './parser-launch';
import { RealRegistry } from './real-registry';
import { countingIds, ownSession } from './registry-bench';

const turnId = TurnId.parse('turn_000000000001');

/** As the app masks what leaves it. */
export const egressMask = (text: string): string => createEgress({}).redactForEgress(text);

export interface ToolBenchOptions {
  /** The session's folder. */
  readonly cwd: string;
  readonly source?: ApprovalSource;
  readonly mode?: ApprovalMode;
  readonly approvalSeconds?: number;
  readonly foregroundS?: number;
  readonly waitS?: number;
  readonly userHome?: string;
  readonly canTellLater?: boolean;
}

/** Every tool on real parts: registry and children, approval desk and parser, masks, files and ripgrep. */
export class ToolBench {
  readonly real = new RealRegistry({ mask: egressMask });
  readonly desk: ApprovalDesk;
  readonly bugs: string[] = [];
  private readonly _parser: CommandParserWorker = realParser(2_000);
  private readonly _toolbox: ReturnType<typeof createToolbox>;
  private _calls = 0;

  readonly cwd: string;

  constructor(private readonly _options: ToolBenchOptions) {
    this.cwd = _options.cwd;
    const { userHome = '/home/nobody', foregroundS = 20, waitS = 20 } = _options;
    this.desk = this._openDesk(userHome);
    const files: FilePorts = {
      approvals: this.desk,
      mask: egressMask,
      maskFile: (text) => redactText(text, { masks: 'unusable' }).text,
      userHome,
      ripgrep: rgPath,
      async runProgram(request) {
        const { outcome, exitCode, stdout, stderr } = await runBounded({ ...request, env: process.env });
        return { ending: outcome, exitCode, stdout: stdout.toString('utf8'), stderr: stderr.toString('utf8') };
      },
    };
    const processes = this.real.bench.registry;
    const canTellLater = () => _options.canTellLater ?? true;
    this._toolbox = createToolbox({
      tools: [
        terminalTool({ ...files, processes, foregroundS, canTellLater }),
        processTool({ approvals: this.desk, processes, mask: egressMask, now: systemClock.now, waitLimitS: waitS }),
        readFileTool(files),
        writeFileTool(files),
        patchTool(files),
        searchFilesTool(files),
      ],
      logBug: (tool, error) => this.bugs.push(`${tool}: ${String(error)}`),
    });
  }

  get definitions() {
    return this._toolbox.definitions();
  }

  /** Calls a tool as the loop does, and reads its answer. */
  async call(
    name: string,
    args: object | string,
    how: { signal?: AbortSignal; cwd?: string } = {},
  ): Promise<JsonObject> {
    this._calls += 1;
    const text = typeof args === 'string' ? args : JSON.stringify(args);
    const prepared = await this._toolbox.prepare(
      { callId: `call_${this._calls}`, name, args: text },
      {
        sessionId: ownSession,
        turnId,
        callId: `call_${this._calls}`,
        cwd: how.cwd ?? this._options.cwd,
        signal: how.signal ?? new AbortController().signal,
      },
    );
    const outcome = prepared.kind === 'immediate' ? prepared.outcome : await prepared.execute();
    return JsonObject.parse(JSON.parse(outcome.result));
  }

  async dispose(): Promise<void> {
    this.desk.dispose();
    await this._parser.dispose();
    await this.real.dispose();
  }

  private _openDesk(home: string): ApprovalDesk {
    const { source = 'allow', mode = 'ask', approvalSeconds = 300 } = this._options;
    return new ApprovalDesk({
      parser: this._parser,
      store: new MemoryRules(),
      clock: systemClock,
      ids: countingIds(),
      mask: (command, spans) => maskCommand(command, spans),
      maskText: egressMask,
      emit: () => {},
      settings: () => ({ mode, timeoutSeconds: approvalSeconds }),
      source: () => source,
      titleOf: () => 'A session',
      home,
      platform: process.platform,
      reportProblem: (what) => this.bugs.push(what),
    });
  }
}

class MemoryRules implements ApprovalStore {
  private readonly _rules: StoredRule[] = [];
  readonly ledger: LedgerEntry[] = [];

  rules(): readonly StoredRule[] {
    return this._rules;
  }

  addRule(rule: StoredRule): void {
    this._rules.push(rule);
  }

  removeRule(rule: string): boolean {
    const at = this._rules.findIndex((stored) => stored.rule === rule);
    return at >= 0 && this._rules.splice(at, 1).length > 0;
  }

  record(entry: LedgerEntry): void {
    this.ledger.push(entry);
  }
}
