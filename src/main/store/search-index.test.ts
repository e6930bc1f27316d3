import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTestStore } from '../../../tests/fakes/open-store';
import { temporaryFolder } from '../../../tests/fakes/temporary-folder';
import { MessageId, SessionId, TurnId } from '../../shared/lib/ids';
import type { Message } from '../../shared/schemas/message';
import { migrate } from './migrate';
import { MATCH_END, MATCH_START, searchQuery } from './search-query';
import { SqliteSessionStore } from './session-store';
import { SqliteTranscriptStore } from './transcript-store';

const SECRET = ['sk-planted', '-0123456789'].join('');
const mask = (text: string) => text.replaceAll(SECRET, '***');
const hex = (number: number) => number.toString(16).padStart(12, '0');
const sessionId = (number: number) => SessionId.parse(`ses_${hex(number)}`);
const turnId = (number: number) => TurnId.parse(`turn_${hex(number)}`);
const messageId = (number: number) => MessageId.parse(`msg_${hex(number)}`);
const mark = (word: string) => `${MATCH_START}${word}${MATCH_END}`;

function open() {
  const opened = openTestStore();
  const context = { log: opened.log, mask };
  const transcripts = new SqliteTranscriptStore(opened.database, context);
  const sessions = new SqliteSessionStore(opened.database, context);
  let last = 0;
  const session = (number: number, title: string) =>
    transcripts.createSession({ id: sessionId(number), title, cwd: '/w', createdAt: number, updatedAt: number });
  const add = (inSession: number, message: Partial<Message> & { role: Message['role'] }) => {
    const number = ++last;
    const base = { id: messageId(number), sessionId: sessionId(inSession), turnId: turnId(number), createdAt: number };
    const turn = { trigger: 'user', state: 'completed', startedAt: number, endedAt: number, error: null } as const;
    const own = { id: base.turnId, sessionId: base.sessionId, ...turn };
    transcripts.beginTurn(own, { ...base, text: '', ...message } as Message, []);
    return base.id;
  };
  const say = (inSession: number, text: string) => add(inSession, { role: 'user', text });
  const found = (query: string) => sessions.search(query).map((hit) => hit.messageId ?? hit.title);
  return { ...opened, transcripts, sessions, session, add, say, found };
}

describe('the search', () => {
  it('finds titles, then messages, with the words that matched between marks', () => {
    const { sessions, session, say, add } = open();
    session(1, 'Release of the parser');
    session(2, 'Something else');
    say(2, 'why does the parser\nfail on empty lines?');
    add(2, { role: 'assistant', text: 'Because parsers stop there.', toolCalls: [] });
    const hit = { sessionId: sessionId(2), title: 'Something else' };
    const title = { sessionId: sessionId(1), title: 'Release of the parser', messageId: null, at: 1 };
    const found = sessions.search('PARS');
    expect(found[0]).toEqual({ ...title, snippet: `Release of the ${mark('parser')}` });
    expect(found).toHaveLength(3);
    expect(found).toContainEqual({
      ...hit,
      messageId: messageId(1),
      at: 1,
      snippet: `why does the ${mark('parser')} fail on empty lines?`,
    });
    expect(found).toContainEqual({
      ...hit,
      messageId: messageId(2),
      at: 2,
      snippet: `Because ${mark('parsers')} stop there.`,
    });
  });

  it('wants every word, in any order, and takes operators and quotes as plain text', () => {
    const { session, say, found } = open();
    session(1, 'one');
    const both = say(1, 'deploy the server AND restart');
    say(1, 'deploy only');
    expect(found('server deploy')).toEqual([both]);
    expect(found('deploy AND server')).toEqual([both]);
    expect(found('"deploy" (server*) text:')).toEqual([]);
    expect(found('NOT')).toEqual([]);
    expect(found('"server')).toEqual([both]);
    expect(found(`server'; DROP TABLE messages --`)).toEqual([]);
    expect(found('** "" ()')).toEqual([]);
  });

  it('puts what speaks most of it first', () => {
    const { session, say, found } = open();
    session(1, 'one');
    const aside = say(1, `docker ${'and many other things that were said at length '.repeat(10)}`);
    const subject = say(1, 'docker docker docker');
    expect(found('docker')).toEqual([subject, aside]);
  });

  it('finds words without their accents, and parts of scripts that have no spaces', () => {
    const { sessions, session, say, found } = open();
    session(1, '日本語の設定');
    const cafe = say(1, 'un café crème');
    const japanese = say(1, '新しい設定を保存しました');
    expect(found('creme cafe')).toEqual([cafe]);
    expect(found('設定')).toEqual(['日本語の設定', japanese]);
    expect(found('定設')).toEqual([]);
    expect(sessions.search('保存')[0]?.snippet).toBe(`新しい設定を${mark('保存')}しました`);
  });

  it('never finds a secret that the user typed, nor shows a part of it', () => {
    const { sessions, session, say } = open();
    session(1, `key ${SECRET}`);
    say(1, `export API_KEY=${SECRET} ; make deploy`);
    expect(sessions.search('0123456789')).toEqual([]);
    expect(sessions.search('planted')).toEqual([]);
    const [hit] = sessions.search('export deploy');
    expect(hit?.title).toBe('key ***');
    expect(hit?.snippet).toBe(`${mark('export')} API_KEY=*** ; make ${mark('deploy')}`);
  });

  it('masks a value that became known as a secret later', () => {
    const { database, log, session, say } = open();
    session(1, 'one');
    say(1, 'the word is swordfish today');
    const later = new SqliteSessionStore(database, { log, mask: (text) => text.replaceAll('swordfish', '***') });
    expect(later.search('swordfish')[0]?.snippet).toBe('the word is *** today');
  });

  it('takes marks in a message for nothing', () => {
    const { sessions, session, say } = open();
    session(1, 'one');
    say(1, `a ${MATCH_START}forged${MATCH_END} mark`);
    expect(sessions.search('mark')[0]?.snippet).toBe(`a forged ${mark('mark')}`);
  });

  it('leaves out what tools printed, and deleted sessions until they are back', () => {
    const { sessions, session, say, add, found } = open();
    session(1, 'needle in the title');
    const id = say(1, 'needle');
    add(1, { role: 'tool', callId: 'a', name: 'terminal', result: 'needle' });
    expect(found('needle')).toEqual(['needle in the title', id]);
    sessions.mark(sessionId(1), 'deleted', 5);
    expect(found('needle')).toEqual([]);
    sessions.mark(sessionId(1), 'deleted', null);
    expect(found('needle')).toHaveLength(2);
  });

  it('follows new titles, changed messages and removed ones', () => {
    const { transcripts, session, say, found } = open();
    session(1, 'first name');
    const id = say(1, 'before');
    transcripts.renameSession(sessionId(1), 'second name', 9);
    expect([found('first'), found('second')]).toEqual([[], ['second name']]);
    transcripts.editMessage(id, 'after');
    expect([found('before'), found('after')]).toEqual([[], [id]]);
    transcripts.removeTurn(turnId(1));
    expect(found('after')).toEqual([]);
  });

  it('gives at most 50, also of very many and very long ones', () => {
    const { database, sessions, session, say } = open();
    database.transaction(() => {
      for (let number = 1; number <= 40; number++) session(number, `common title ${number}`);
      for (let number = 0; number < 200; number++) say(1, `common ${'long '.repeat(number % 7 === 0 ? 10_000 : 5)}`);
    });
    const hits = sessions.search('common');
    expect(hits).toHaveLength(50);
    expect(hits.filter((hit) => hit.messageId === null)).toHaveLength(15);
    for (const hit of hits) expect(hit.snippet.length).toBeLessThan(300);
  });

  it('answers whatever is typed, and finds every word of a text', () => {
    const { sessions, session, say } = open();
    session(1, 'one');
    const anything = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
      fc.string({
        unit: fc.constantFrom('"', '*', '(', ')', ':', '^', '-', '+', ' ', 'a', 'NEAR', 'OR', '{', '}', ','),
      }),
    );
    fc.assert(
      fc.property(anything, (typed) => {
        expect(sessions.search(typed).length).toBeLessThanOrEqual(50);
      }),
      { numRuns: 500 },
    );
    const word = fc.stringMatching(/^[a-zäöß0-9]{1,12}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), fc.nat(), (words, pick) => {
        const id = say(1, words.join(', '));
        const wanted = words[pick % words.length] ?? '';
        expect(searchQuery(wanted)).not.toBeNull();
        const hits = sessions.search(words.join(' '));
        expect(hits.length === 50 || hits.some((hit) => hit.messageId === id)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('takes in what was written before there was a search', () => {
    const file = join(temporaryFolder(), 'old.db');
    const old = new Database(file);
    migrate(old, 30);
    old.exec(`
      INSERT INTO sessions VALUES ('${sessionId(1)}', 'old title', '/w', 1, 2);
      INSERT INTO turns (id, session_id, trigger, state, started_at)
        VALUES ('${turnId(1)}', '${sessionId(1)}', 'user', 'completed', 1), ('${turnId(2)}', '${sessionId(1)}', 'user', 'completed', 2);
      INSERT INTO messages (id, session_id, turn_id, role, text, created_at) VALUES
        ('${messageId(1)}', '${sessionId(1)}', '${turnId(1)}', 'user', 'with ${SECRET} please', 1),
        ('${messageId(2)}', '${sessionId(1)}', '${turnId(1)}', 'assistant', 'as you please', 2),
        ('${messageId(3)}', '${sessionId(1)}', '${turnId(1)}', 'tool', 'please', 3),
        ('${messageId(4)}', '${sessionId(1)}', '${turnId(2)}', 'user', 'please remove me', 4);
    `);
    old.close();
    const opened = openTestStore({ file });
    const context = { log: opened.log, mask };
    new SqliteTranscriptStore(opened.database, context).removeTurn(turnId(2));
    const sessions = new SqliteSessionStore(opened.database, context);
    for (let times = 0; times < 2; times++) sessions.startUp();
    expect(sessions.row(sessionId(1))?.messageCount).toBe(3);
    expect(sessions.search('old').map((hit) => hit.title)).toEqual(['old title']);
    const snippets = sessions.search('please').map((hit) => hit.snippet);
    expect(snippets.sort()).toEqual([`as you ${mark('please')}`, `with *** ${mark('please')}`]);
  });
});
