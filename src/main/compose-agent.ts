import { createRequire } from 'node:module';
import { homedir, release, type as systemType } from 'node:os';
import { rgPath } from '@vscode/ripgrep';
import type { EngineEvent } from '../shared/contract/engine-events';
import type { IdSource } from '../shared/lib/ids';
import type { DisposableStore } from '../shared/lib/lifecycle';
import { Conversations } from './agent/conversations';
import type { Toolbox } from './agent/ports';
import { SessionDesk } from './agent/session-desk';
import { SessionSummaries } from './agent/session-summaries';
import { systemPrompt } from './agent/system-prompt';
import { ApprovalDesk } from './approvals/approval-desk';
import type { CliOptions } from './cli/flags';
import type { Base } from './compose-base';
import type { ProcessParts } from './compose-processes';
import { randomHex } from './lib/random-hex';
import { systemClock } from './lib/system-clock';
import { ModelDesk } from './models/model-desk';
import { localServers } from './models/providers';
import { CommandParserWorker } from './parser/command-parser-worker';
import startParserThread from './parser/worker?nodeWorker';
import { runBounded } from './processes/exec';
import { maskCommand } from './redaction/mask-command';
import { redactText } from './redaction/redact';
import { createStreamRedactor } from './redaction/stream-redactor';
import { patchTool } from './tools/files/patch';
import type { RunProgram } from './tools/files/ports';
import { readFileTool } from './tools/files/read-file';
import { searchFilesTool } from './tools/files/search-files';
import { writeFileTool } from './tools/files/write-file';
import { processTool } from './tools/process/tool';
import { timeLimits } from './tools/terminal/time-limits';
import { terminalTool } from './tools/terminal/tool';
import { createToolbox } from './tools/toolbox';

export interface AgentParts {
  readonly parser: CommandParserWorker;
  readonly desk: ApprovalDesk;
  readonly conversations: Conversations;
  /** Sessions as a window sees and changes them, and the list of them. */
  readonly sessions: SessionDesk;
  readonly summaries: SessionSummaries;
  /** The list of models; which one answers is asked anew at each turn. */
  readonly models: ModelDesk;
  /** Of the model that would answer now. */
  readonly modelName: string;
  /** For the user: settings that could not be used. */
  readonly warnings: readonly string[];
}

export interface AgentOptions {
  readonly base: Base;
  readonly processes: ProcessParts;
  readonly options: CliOptions;
  readonly ids: IdSource;
  readonly emit: (event: EngineEvent) => void;
  readonly own: DisposableStore;
}

/** Approvals, tools, model and conversations. Throws BAD_FLAG for a model that cannot be used. */
export function composeAgent({ base, processes, options, ids, emit, own }: AgentOptions): AgentParts {
  const { mask, known, settings, transcripts } = base;
  const parser = own.add(
    new CommandParserWorker({
      launch: (files) => startParserThread({ workerData: files }),
      files: parserFiles(),
      clock: systemClock,
    }),
  );
  const desk = own.add(
    new ApprovalDesk({
      parser,
      store: base.approvalRows,
      clock: systemClock,
      ids,
      emit,
      mask: (command, spans) => {
        const masked = maskCommand(command, spans, { known, fingerprint: base.fingerprint });
        for (const value of masked.found) known.spot(value);
        return masked;
      },
      maskText: mask,
      reportProblem: (what, error) => base.log.child('approvals').error(what, { error }),
      settings: () => settings.current.settings.approvals,
      source: () => options.approvals,
      home: homedir(),
      platform: process.platform,
      titleOf: (sessionId) => transcripts.session(sessionId)?.title ?? '',
    }),
  );
  const models = composeModels(base, options);
  const conversations = own.add(
    new Conversations({
      store: transcripts,
      events: processes.queue,
      model: () => models.current(),
      toolbox: composeTools(base, processes, desk),
      clock: systemClock,
      ids,
      random: Math.random,
      mask,
      createStreamMask: () => createStreamRedactor({ known }),
      systemPrompt: (session) =>
        systemPrompt({
          cwd: session.cwd,
          platform: `${systemType()} ${release()} (${process.arch})`,
          date: localDate(systemClock.now()),
        }),
      emit,
      reportProblem: (what, error) => base.log.child('agent').error(what, { error }),
    }),
  );
  own.add(processes.queue.onQueued((event) => conversations.notifyWaiting(event.sessionId)));
  const lists = composeSessions({ base, processes, own }, { desk, conversations });
  return {
    parser,
    desk,
    conversations,
    ...lists,
    models,
    get modelName() {
      return models.current().name;
    },
    warnings: models.warnings(),
  };
}

/** Keys become known to the redactor before anything runs that could print them. */
function composeModels({ keys, settings, learnSecret, mask }: Base, { baseUrl, model }: CliOptions): ModelDesk {
  void keys.learnAll();
  return new ModelDesk({
    flags: { baseUrl, model },
    settings: {
      current: () => settings.current.settings,
      change: (patchFor) => settings.change(patchFor),
    },
    keys,
    env: process.env,
    clock: systemClock,
    randomHex,
    servers: localServers,
    fetch: globalThis.fetch,
    learn: learnSecret,
    maskText: mask,
  });
}

function composeSessions(
  { base, processes, own }: Pick<AgentOptions, 'base' | 'processes' | 'own'>,
  { desk, conversations }: Pick<AgentParts, 'desk' | 'conversations'>,
): Pick<AgentParts, 'sessions' | 'summaries'> {
  const { registry } = processes;
  const summaries = own.add(
    new SessionSummaries({
      clock: systemClock,
      store: base.sessionRows,
      isBusy: (id) => conversations.isBusy(id),
      approvals: () => desk.waiting(),
      processes: () => registry.list(),
      reportProblem: (what, error) => base.log.child('agent').error(what, { error }),
    }),
  );
  own.add(conversations.onSessionChange(() => summaries.poke()));
  own.add(conversations.onActivity(() => summaries.poke()));
  own.add(desk.onChange(() => summaries.poke()));
  own.add(registry.onChanged(() => summaries.pokeForProcess()));
  const sessions = new SessionDesk({
    store: base.sessionRows,
    conversations,
    summaries,
    processes: registry,
    forgetApprovals: (id) => desk.forgetSession(id),
    clock: systemClock,
    mask: base.mask,
  });
  return { sessions, summaries };
}

function composeTools(base: Base, { registry }: ProcessParts, approvals: ApprovalDesk): Toolbox {
  const { mask, known } = base;
  const userHome = homedir();
  const { foregroundS, waitS } = timeLimits(process.env);
  const maskFile = (text: string) => redactText(text, { known, masks: 'unusable' }).text;
  const files = { approvals, mask, maskFile, userHome, runProgram, ripgrep: rgPath };
  return createToolbox({
    tools: [
      // A desktop session can always be told later; the API's one-shot calls will not be.
      terminalTool({ processes: registry, approvals, mask, userHome, foregroundS, canTellLater: () => true }),
      processTool({ approvals, processes: registry, mask, now: systemClock.now, waitLimitS: waitS }),
      readFileTool(files),
      writeFileTool(files),
      patchTool(files),
      searchFilesTool(files),
    ],
    logBug: (tool, error) => base.log.child('tools').error(`a bug in ${tool}`, { error }),
  });
}

const runProgram: RunProgram = async (request) => {
  const { outcome, exitCode, stdout, stderr } = await runBounded({ ...request, env: process.env });
  return { ending: outcome, exitCode, stdout: stdout.toString('utf8'), stderr: stderr.toString('utf8') };
};

function parserFiles() {
  const require = createRequire(import.meta.url);
  return {
    treeSitterWasm: require.resolve('web-tree-sitter/web-tree-sitter.wasm'),
    bashWasm: require.resolve('tree-sitter-bash/tree-sitter-bash.wasm'),
  };
}

/** Today as the user's calendar has it. */
function localDate(now: number): string {
  const date = new Date(now);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
