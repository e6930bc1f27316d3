import { Conversations } from '../../src/main/agent/conversations';
import type { OwnedProcesses } from '../../src/main/agent/delete-session';
import type { EventSource } from '../../src/main/agent/ports';
import { SessionDesk } from '../../src/main/agent/session-desk';
import { SessionSummaries } from '../../src/main/agent/session-summaries';
import { SqliteSessionStore } from '../../src/main/store/session-store';
import { SqliteTranscriptStore } from '../../src/main/store/transcript-store';
import type { EngineEvent } from '../../src/shared/contract/engine-events';
import type { SessionId } from '../../src/shared/lib/ids';
import type { ApprovalView } from '../../src/shared/schemas/approval';
import type { ProcessRecord } from '../../src/shared/schemas/process';
import type { SessionSummary } from '../../src/shared/schemas/session';
import { countingIds, createStreamMask, mask } from './agent-bench';
import { FakeClock } from './fake-clock';
import { openTestStore } from './open-store';
import type { ScriptedModel } from './scripted-model';
import { ScriptedToolbox } from './scripted-toolbox';

export interface SessionBenchParts {
  readonly model: ScriptedModel;
  readonly toolbox?: ScriptedToolbox;
  readonly processes?: OwnedProcesses & { list(sessionId?: SessionId): readonly ProcessRecord[] };
  readonly events?: EventSource;
  readonly store?: ReturnType<typeof openTestStore>;
}

/** The session desk on real SQLite and real conversations, with a scripted model. Processes are what the test gives. */
export class SessionBench {
  readonly clock = new FakeClock();
  readonly events: EngineEvent[] = [];
  readonly told: (readonly SessionSummary[])[] = [];
  readonly problems: string[] = [];
  readonly forgotten: SessionId[] = [];
  approvals: readonly Pick<ApprovalView, 'sessionId' | 'reasons'>[] = [];
  readonly transcripts: SqliteTranscriptStore;
  readonly rows: SqliteSessionStore;
  readonly conversations: Conversations;
  readonly summaries: SessionSummaries;
  readonly desk: SessionDesk;

  constructor(parts: SessionBenchParts) {
    const { database, log } = parts.store ?? openTestStore();
    const processes = parts.processes ?? noProcesses;
    const reportProblem = (what: string) => void this.problems.push(what);
    this.transcripts = new SqliteTranscriptStore(database, { log, mask });
    this.rows = new SqliteSessionStore(database, { log, mask });
    this.conversations = new Conversations({
      store: this.transcripts,
      events: parts.events ?? { waiting: () => [] },
      model: () => parts.model,
      toolbox: parts.toolbox ?? new ScriptedToolbox(),
      clock: this.clock,
      ids: countingIds(),
      random: () => 0,
      mask,
      createStreamMask,
      systemPrompt: () => 'system',
      emit: (event) => this.events.push(event),
      reportProblem,
    });
    this.summaries = new SessionSummaries({
      clock: this.clock,
      store: this.rows,
      isBusy: (id) => this.conversations.isBusy(id),
      approvals: () => this.approvals,
      processes: () => processes.list(),
      reportProblem,
    });
    this.conversations.onSessionChange(() => this.summaries.poke());
    this.conversations.onActivity(() => this.summaries.poke());
    this.summaries.onSummariesChanged((list) => this.told.push(list));
    this.desk = new SessionDesk({
      store: this.rows,
      conversations: this.conversations,
      summaries: this.summaries,
      processes,
      forgetApprovals: (id) => this.forgotten.push(id),
      clock: this.clock,
      mask,
    });
  }

  session(): SessionId {
    return this.desk.create('/work').id;
  }

  /** What a page shows of a session: who said what, in order. */
  said(id: SessionId): readonly string[] {
    return this.desk
      .transcript(id, { before: null, limit: 100 })
      .messages.map((message) => `${message.role}: ${message.role === 'tool' ? message.result : message.text}`);
  }

  dispose(): void {
    this.conversations.dispose();
    this.summaries.dispose();
  }
}

const noProcesses = {
  list: () => [],
  kill: async () => ({ status: 'not_found' as const }),
  leaveSession: () => [],
  rejoinSession: () => undefined,
  dropNotices: () => undefined,
};
