import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '../../../tests/fakes/open-store';
import { EventId, MessageId, ProcessId, RequestId, SessionId, TurnId } from '../../shared/lib/ids';
import { SqliteApprovalStore } from './approval-store';
import { SqliteProcessStore } from './process-store';
import { SqliteTranscriptStore } from './transcript-store';

const SECRET = ['sk-planted', 'f00dfeedcafe'].join('-');
const text = `curl -H "Authorization: Bearer ${SECRET}"`;
const mask = (value: string) => value.replaceAll(SECRET, '***');

const sessionId = SessionId.parse('ses_000000000001');
const turnId = TurnId.parse('turn_000000000001');
const processId = ProcessId.parse('proc_000000000001');
const eventId = (number: number) => EventId.parse(`evt_00000000000${number}`);
const messageId = (number: number) => MessageId.parse(`msg_00000000000${number}`);

function writeEverywhere({ database, log }: TestStore, userText: string): void {
  const context = { log, mask };
  const owner = { pid: 1, startTime: null, takenAt: 1, token: 'me' };
  const transcript = new SqliteTranscriptStore(database, context);
  const processes = new SqliteProcessStore(database, { ...context, owner, isOwnerAlive: () => false });
  const approvals = new SqliteApprovalStore(database, context);
  const message = { sessionId, turnId, createdAt: 1 };
  const event = { sessionId, processId, command: text, createdAt: 1 };

  transcript.createSession({ id: sessionId, title: text, cwd: `/w/${SECRET}`, createdAt: 1, updatedAt: 1 });
  transcript.renameSession(sessionId, text, 2);
  const turn = { id: turnId, sessionId, trigger: 'user' as const, state: 'running' as const, startedAt: 1 };
  transcript.beginTurn(
    { ...turn, endedAt: null, error: null },
    { ...message, id: messageId(1), role: 'user', text: userText },
    [],
  );
  const toolCalls = [{ callId: 'c', name: SECRET, args: JSON.stringify({ command: text }) }];
  transcript.addMessage({ ...message, id: messageId(2), role: 'assistant', text, toolCalls });
  transcript.addMessage({ ...message, id: messageId(3), role: 'tool', callId: 'c', name: SECRET, result: text });
  transcript.addMessage({ ...message, id: messageId(4), role: 'event', text });
  transcript.endTurn(turnId, {
    state: 'failed',
    endedAt: 2,
    error: { code: 'MODEL_KEY', message: text, layer: 'key' },
  });

  processes.saveProcess(
    {
      ...{ id: processId, sessionId, turnId, command: text, cwd: SECRET, background: true, pty: false, pid: 1 },
      ...{ startTime: '1', state: 'ended', startedAt: 1, endedAt: 2, endReason: 'exited', exitCode: 0, signal: null },
      ...{ detached: false, notifyOnComplete: true, watchPatterns: [SECRET], watchDisabled: false, totalBytes: 0 },
      ...{ totalChars: 0, waitingForInput: false, note: text },
    },
    1,
  );
  const end = { exitCode: 0, signal: null, reason: 'exited' as const };
  processes.saveReceipt({
    processId,
    sessionId,
    command: text,
    ...end,
    startedAt: 1,
    endedAt: 2,
    tail: text,
    totalChars: 1,
  });
  processes.enqueue({ ...event, id: eventId(1), type: 'completion', ...end, output: text, charsBefore: 0 });
  processes.enqueue({ ...event, id: eventId(2), type: 'watch_match', pattern: SECRET, output: text, suppressed: 0 });
  processes.enqueue({ ...event, id: eventId(3), type: 'watch_disabled', suppressed: 1 });

  approvals.addRule({ rule: text, createdAt: 1 });
  const request = { requestId: RequestId.parse('apr_000000000001'), sessionId, maskedCommand: text, reasons: [text] };
  approvals.record({ ...request, choice: 'once', by: 'user', rule: text, at: 1 });
}

/** The names of the files beside the database, and in it, that hold the secret's bytes. */
function filesWithSecret(file: string): string[] {
  const folder = dirname(file);
  return readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(SECRET));
}

describe('a secret that was planted in every text (I1)', () => {
  it.each(['wal', 'delete'] as const)(
    'is in no byte of the database or its journals, open or closed: %s',
    (journalMode) => {
      const store = openTestStore({ journalMode });
      writeEverywhere(store, 'no secret here');
      expect(filesWithSecret(store.file)).toEqual([]);
      store.dispose();
      expect(filesWithSecret(store.file)).toEqual([]);
      expect(JSON.stringify(store.log.lines)).not.toContain(SECRET);
    },
  );

  it("stays in the user's own message, as it was typed", () => {
    const store = openTestStore();
    writeEverywhere(store, text);
    expect(filesWithSecret(store.file)).toEqual(['talaria.db-wal']);
    const read = new SqliteTranscriptStore(store.database, { log: store.log, mask });
    expect(read.messages(sessionId)[0]).toMatchObject({ role: 'user', text });
  });
});
