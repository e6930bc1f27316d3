import { afterEach, describe, expect, it } from 'vitest';
import { SECRET, settle } from '../../../../tests/fakes/agent-bench';
import { finish, hang, ScriptedModel, say } from '../../../../tests/fakes/scripted-model';
import { SessionBench } from '../../../../tests/fakes/session-bench';
import { sessionCalls } from '../../../shared/contract/calls/sessions';
import type { IpcCallName, IpcOutput } from '../../../shared/contract/ipc-calls';
import type { Redacted } from '../../../shared/lib/redacted';
import { answerCall } from '../answer-call';
import type { IpcHandlers } from '../ports';
import { sessionHandlers } from './sessions';

const open: SessionBench[] = [];

afterEach(async () => {
  for (const made of open.splice(0)) {
    made.dispose();
    await made.clock.advance(10_000);
  }
});

/** A page's calls, through the router's checks of what goes in and out. */
function page(model: ScriptedModel) {
  const made = new SessionBench({ model });
  open.push(made);
  const failures: unknown[] = [];
  const ports = {
    handlers: sessionHandlers({ sessions: made.desk, defaultCwd: '/default' }) as unknown as IpcHandlers,
    redactForEgress: <T>(value: T) =>
      JSON.parse(JSON.stringify(value).replaceAll(SECRET, '***')) as unknown as Redacted<T>,
    logFailure: (name: string, error: unknown) => failures.push([name, error]),
  };
  const reply = (name: string, input: unknown) => answerCall(ports, { name, input }, { senderId: 1 });
  const call = async <N extends IpcCallName>(name: N, input: unknown = {}): Promise<IpcOutput<N>> => {
    const answer = await reply(name, input);
    if (!answer.ok) throw new Error(`${name}: ${answer.error.code} ${answer.error.message}`);
    return answer.value as IpcOutput<N>;
  };
  return { made, call, reply, failures };
}

describe('the calls about sessions', () => {
  it('do all that the contract says, one after another', async () => {
    const model = new ScriptedModel([[say('The build is green.'), finish()], [hang()]]);
    const { call, failures } = page(model);
    const { id: sessionId, cwd } = await call('sessions.create');
    expect(cwd).toBe('/default');
    expect(await call('sessions.create', { cwd: '/own' })).toMatchObject({ cwd: '/own', activity: 'idle' });
    await call('sessions.send', { sessionId, text: 'how is the build?' });
    await settle();
    await call('sessions.send', { sessionId, text: 'deploy it' });
    await settle();
    await call('sessions.send', { sessionId, text: 'and then rest' });
    await call('sessions.send', { sessionId, text: 'no, this' });

    const whole = await call('sessions.transcript', { sessionId });
    expect(whole).toMatchObject({
      hasEarlier: false,
      session: { id: sessionId, activity: 'working', messageCount: 5 },
    });
    expect(whole.messages.map((message) => message.role)).toEqual(['user', 'assistant', 'user']);
    expect(whole.turns.map((turn) => turn.state)).toEqual(['completed', 'running']);
    expect(whole.queued.map((message) => message.text)).toEqual(['and then rest', 'no, this']);
    const newest = await call('sessions.transcript', { sessionId, limit: 1 });
    expect(newest).toMatchObject({ hasEarlier: true, messages: [{ role: 'user', text: 'deploy it' }] });
    const earlier = await call('sessions.transcript', { sessionId, limit: 1, before: newest.messages[0]?.id });
    expect(earlier).toMatchObject({ hasEarlier: true, messages: [{ text: 'The build is green.' }] });

    const [first, second] = whole.queued;
    await call('sessions.editQueued', { sessionId, turnId: first?.turnId, text: 'rest' });
    await call('sessions.removeQueued', { sessionId, turnId: second?.turnId });
    expect((await call('sessions.transcript', { sessionId })).queued).toMatchObject([{ text: 'rest' }]);
    expect(await call('sessions.interrupt', { sessionId })).toEqual({ message: 'Stopped.' });
    await settle();
    await call('sessions.retry', { sessionId });
    await settle();

    await call('sessions.rename', { sessionId, title: 'Builds' });
    await call('sessions.pin', { sessionId, pinned: true });
    await call('sessions.archive', { sessionId, archived: true });
    const list = await call('sessions.list');
    expect(list.find((item) => item.id === sessionId)).toMatchObject({ title: 'Builds', pinnedAt: expect.any(Number) });
    expect(await call('sessions.search', { query: 'green' })).toMatchObject([
      { sessionId, title: 'Builds', snippet: 'The build is \uE000green\uE001.' },
    ]);
    await call('sessions.saveDraft', { sessionId, text: 'next' });
    expect(await call('sessions.draft', { sessionId })).toEqual({ text: 'next' });
    expect(await call('sessions.delete', { sessionId, processes: 'stop' })).toEqual({ message: 'Deleted.' });
    expect((await call('sessions.list')).map((item) => item.cwd)).toEqual(['/own']);
    await call('sessions.restore', { sessionId });
    expect(await call('sessions.list')).toHaveLength(2);
    expect(failures).toEqual([]);
  });

  it('have a handler each', () => {
    const { made } = page(new ScriptedModel([]));
    const handlers = sessionHandlers({ sessions: made.desk, defaultCwd: '/' });
    expect(Object.keys(handlers).sort()).toEqual(Object.keys(sessionCalls).sort());
  });

  it('refuse with a code what does not fit', async () => {
    const { call, reply, failures } = page(new ScriptedModel([]));
    const { id: sessionId } = await call('sessions.create');
    const refused: readonly (readonly [string, unknown, string])[] = [
      ['sessions.send', { sessionId, text: '' }, 'BAD_INPUT'],
      ['sessions.send', { sessionId, text: ' \n' }, 'BAD_INPUT'],
      ['sessions.rename', { sessionId, title: '  ' }, 'BAD_INPUT'],
      ['sessions.transcript', { sessionId, limit: 0 }, 'BAD_INPUT'],
      ['sessions.transcript', { sessionId, before: 'msg_000000000000' }, 'NOT_FOUND'],
      ['sessions.retry', { sessionId }, 'NOT_FOUND'],
      ['sessions.search', { query: ' ' }, 'BAD_INPUT'],
      ['sessions.delete', { sessionId, processes: 'forget' }, 'BAD_INPUT'],
      ['sessions.restore', { sessionId: 'ses_000000000000' }, 'NOT_FOUND'],
    ];
    for (const [name, input, code] of refused) {
      expect([name, await reply(name, input)]).toMatchObject([name, { ok: false, error: { code } }]);
    }
    expect(failures).toEqual([]);
  });
});
