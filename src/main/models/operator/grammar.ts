// The operator's command language (docs/operator.md is its page for users). A message is one or more sentences; a
// sentence is a command with clauses around it in any order. Nothing is guessed: a message of which one word is not
// understood gives no intent at all, so that no half of it runs.
import { Cursor } from './cursor';
import { tokenize } from './tokens';

/** A process as it was named: by its id or the beginning of it, or as the last one that was spoken of. */
export type ProcessRef = { readonly kind: 'id'; readonly id: string } | { readonly kind: 'last' };

export interface RunIntent {
  readonly kind: 'run';
  readonly command: string;
  readonly pty: boolean;
  readonly folder: string | null;
  readonly seconds: number | null;
}

export interface StartIntent {
  readonly kind: 'start';
  readonly command: string;
  readonly pty: boolean;
  readonly folder: string | null;
  readonly patterns: readonly string[];
  readonly notify: boolean;
}

export type Intent =
  | RunIntent
  | StartIntent
  | { readonly kind: 'list' | 'help' }
  | { readonly kind: 'show'; readonly process: ProcessRef; readonly lines: number | null }
  | { readonly kind: 'send'; readonly process: ProcessRef; readonly text: string; readonly newline: boolean }
  | { readonly kind: 'stop'; readonly process: ProcessRef }
  | { readonly kind: 'wait'; readonly process: ProcessRef; readonly seconds: number | null };

export type Parsed =
  | { readonly ok: true; readonly intents: readonly Intent[] }
  /** `problem` is a sentence for the user. */
  | { readonly ok: false; readonly problem: string };

/** Reads a whole message. Pure; never throws. */
export function parseMessage(message: string): Parsed {
  const cut = tokenize(message);
  if (!cut.ok) return no('A double quote is not closed.');
  const cursor = new Cursor(cut.tokens);
  const intents: Intent[] = [];
  let draft: Draft = {};
  while (cursor.next !== null) {
    if (skipFiller(cursor)) continue;
    const isStop = cursor.next.kind === 'stop';
    const verb = isStop ? null : readVerb(cursor, message);
    if (verb !== null && 'problem' in verb) return no(verb.problem);
    if (isStop || (verb !== null && draft.verb !== undefined)) {
      const intent = finish(draft);
      if (intent !== null && 'problem' in intent) return no(intent.problem);
      if (intent !== null) intents.push(intent);
      draft = {};
    }
    if (isStop) cursor.skip();
    else if (verb !== null) draft = { ...draft, verb };
    else {
      const clause = readClause(cursor);
      if (clause === null) return no(`I do not understand ${quoteNext(cursor, message)}.`);
      draft = { ...draft, ...clause, ...bothPatterns(draft, clause) };
    }
  }
  const last = finish(draft);
  if (last !== null && 'problem' in last) return no(last.problem);
  if (last !== null) intents.push(last);
  return intents.length === 0 ? no('The message holds no command.') : { ok: true, intents };
}

interface Problem {
  readonly problem: string;
}

const no = (problem: string): Parsed => ({ ok: false, problem });

type Verb = { readonly kind: 'run' | 'start'; readonly command: string } | Exclude<Intent, RunIntent | StartIntent>;

/** What was read of a sentence so far. */
interface Draft {
  readonly verb?: Verb;
  readonly background?: true;
  readonly pty?: true;
  readonly folder?: string;
  readonly patterns?: readonly string[];
  readonly notify?: true;
  readonly seconds?: number;
  readonly newline?: false;
}

function bothPatterns(draft: Draft, clause: Partial<Draft>): Partial<Draft> {
  const patterns = [...(draft.patterns ?? []), ...(clause.patterns ?? [])];
  return patterns.length === 0 ? {} : { patterns };
}

function skipFiller(cursor: Cursor): boolean {
  if (cursor.next?.kind !== 'comma') return cursor.phrase('and|please');
  cursor.skip();
  return true;
}

// Verbs

function readVerb(cursor: Cursor, message: string): Verb | Problem | null {
  if (cursor.phrase('run|execute')) return withCommand('run', cursor, message);
  if (cursor.phrase('start|launch')) return withCommand('start', cursor, message);
  if (cursor.phrase('help')) return { kind: 'help' };
  if (cursor.phrase('list')) {
    cursor.phrase('all|the|my? running? processes|everything|all?');
    return { kind: 'list' };
  }
  if (cursor.phrase('show me?')) return readShow(cursor);
  if (cursor.phrase('send|type')) return readSend(cursor);
  if (cursor.phrase('stop|kill|end')) return onProcess(cursor, 'stop', (process) => ({ kind: 'stop', process }));
  if (cursor.phrase('wait for|until?')) {
    const verb = onProcess(cursor, 'wait for', (process) => ({ kind: 'wait', process, seconds: null }));
    cursor.phrase('to|is|has? finish|end|done|finished|ended|finishes|ends|exits?');
    return verb;
  }
  return null;
}

function withCommand(kind: 'run' | 'start', cursor: Cursor, message: string): Verb | Problem {
  const command = cursor.text();
  if (command === null) {
    const typed = cursor.next?.kind === 'word' ? (message.slice(cursor.next.start).split('\n')[0]?.trim() ?? '') : '';
    const example = typed === '' ? 'ls -la' : typed.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
    return { problem: `The command has to stand in double quotes, like this: ${kind} "${example}"` };
  }
  return command.trim() === '' ? { problem: 'The command between the quotes is empty.' } : { kind, command };
}

function readShow(cursor: Cursor): Verb | Problem {
  const lines = cursor.attempt(() => {
    cursor.phrase('the? last?');
    const count = cursor.number();
    return count !== null && cursor.phrase('lines|line of|from?') ? count : null;
  });
  cursor.phrase('the? output|log of|from?');
  return { kind: 'show', process: readProcess(cursor) ?? { kind: 'last' }, lines };
}

function readSend(cursor: Cursor): Verb | Problem {
  const text = cursor.text();
  if (text === null) return { problem: 'What is sent has to stand in double quotes, like this: send "yes" to it' };
  if (!cursor.phrase('to')) return { problem: 'Say where the text goes, like this: send "yes" to it' };
  return onProcess(cursor, 'send to', (process) => ({ kind: 'send', process, text, newline: true }));
}

function onProcess(cursor: Cursor, what: string, make: (process: ProcessRef) => Verb): Verb | Problem {
  const process = readProcess(cursor);
  return process === null ? { problem: `Say which process to ${what}: "it" or an id from list.` } : make(process);
}

function readProcess(cursor: Cursor): ProcessRef | null {
  if (cursor.phrase('it|that|this') || cursor.phrase('the? last|latest one|process?')) return { kind: 'last' };
  return cursor.attempt(() => {
    cursor.phrase('the? process');
    const token = cursor.next;
    if (token?.kind !== 'word' || !/^(proc_[0-9a-f]{1,12}|[0-9a-f]{4,12})$/.test(token.word)) return null;
    cursor.skip();
    return { kind: 'id', id: token.word };
  });
}

// Clauses

function readClause(cursor: Cursor): Partial<Draft> | null {
  if (cursor.phrase('in the? background')) return { background: true };
  if (cursor.phrase('in a|the? terminal|pty')) return { pty: true };
  const folder = cursor.phraseAndText('in the? folder|directory?');
  if (folder !== null) return { folder };
  const seconds = cursor.attempt(() => readDuration(cursor));
  if (seconds !== null) return { seconds };
  const first = cursor.phraseAndText('watch|watching it? for') ?? cursor.phraseAndText(TELL_PRINTS);
  if (first !== null) return { patterns: [first, ...readMore(cursor)] };
  if (cursor.phrase(TELL_ENDS) || cursor.phrase(LET_KNOW_ENDS)) return { notify: true };
  if (cursor.phrase('without a? newline|enter')) return { newline: false };
  return null;
}

const ENDS = "when|once it|that|it's|its is|has? done|finished|ended|finishes|ends|exits|stops|over";
const TELL_ENDS = `tell|notify me ${ENDS}`;
const LET_KNOW_ENDS = `let me know ${ENDS}`;
const TELL_PRINTS = 'tell|notify me when|once it prints|says|shows';

/** Further quoted texts after the first, with commas, `and` or `or` between. */
function readMore(cursor: Cursor): readonly string[] {
  const texts: string[] = [];
  for (;;) {
    const text = cursor.attempt(() => {
      while (cursor.next?.kind === 'comma' || cursor.phrase('and|or')) if (cursor.next?.kind === 'comma') cursor.skip();
      return cursor.text();
    });
    if (text === null) return texts;
    texts.push(text);
  }
}

function readDuration(cursor: Cursor): number | null {
  if (!cursor.phrase('for at? most?')) return null;
  const count = cursor.number();
  if (count === null) return null;
  if (cursor.phrase('seconds|second|s')) return count;
  return cursor.phrase('minutes|minute|min') ? count * 60 : null;
}

// Sentences

/** What the clauses of each command may be. A run with a clause that needs the background is a start. */
const FITTING: Readonly<Record<Intent['kind'], readonly (keyof Draft)[]>> = {
  run: ['pty', 'folder', 'seconds'],
  start: ['background', 'pty', 'folder', 'patterns', 'notify'],
  wait: ['seconds'],
  send: ['newline'],
  list: [],
  help: [],
  show: [],
  stop: [],
};

const CLAUSE_NAMES: Readonly<Record<Exclude<keyof Draft, 'verb'>, string>> = {
  background: 'in the background',
  pty: 'in a terminal',
  folder: 'in "folder"',
  patterns: 'watch for "text"',
  notify: 'tell me when it is done',
  seconds: 'for at most N seconds',
  newline: 'without newline',
};

/** The intent of a whole sentence; null when it said nothing. */
function finish(draft: Draft): Intent | Problem | null {
  const { verb, ...clauses } = draft;
  const given = clauseNames.filter((name) => clauses[name] !== undefined);
  if (verb === undefined) {
    return given[0] === undefined ? null : { problem: `"${CLAUSE_NAMES[given[0]]}" stands without a command.` };
  }
  const needsBackground = clauses.background ?? clauses.notify ?? clauses.patterns;
  const kind = verb.kind === 'run' && needsBackground !== undefined ? 'start' : verb.kind;
  const odd = given.find((name) => !FITTING[kind].includes(name));
  if (odd !== undefined) return { problem: `"${CLAUSE_NAMES[odd]}" does not go with ${kind}.` };
  return intentOf(verb, kind, clauses);
}

const clauseNames = ['background', 'pty', 'folder', 'patterns', 'notify', 'seconds', 'newline'] as const;

function intentOf(verb: Verb, kind: Intent['kind'], clauses: Omit<Draft, 'verb'>): Intent {
  const { pty = false, folder = null, patterns = [], notify = false, seconds = null, newline = true } = clauses;
  switch (verb.kind) {
    case 'run':
    case 'start':
      return kind === 'run'
        ? { kind, command: verb.command, pty, folder, seconds }
        : { kind: 'start', command: verb.command, pty, folder, patterns, notify };
    case 'wait':
      return { ...verb, seconds };
    case 'send':
      return { ...verb, newline };
    default:
      return verb;
  }
}

function quoteNext(cursor: Cursor, message: string): string {
  const token = cursor.next;
  return token === null ? 'the end of the message' : `"${message.slice(token.start, token.end).slice(0, 60)}"`;
}
