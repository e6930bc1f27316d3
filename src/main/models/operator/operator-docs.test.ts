import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Intent, parseMessage } from './grammar';
import { EXAMPLE, HELP_TEXT } from './help-text';

const page = readFileSync(new URL('../../../../docs/operator.md', import.meta.url), 'utf8');

const last = { kind: 'last' } as const;
const run = { kind: 'run', pty: false, folder: null, seconds: null } as const;
const start = { kind: 'start', pty: false, folder: null, patterns: [], notify: false } as const;

/** What the page says of each of its examples. */
const documented: Readonly<Record<string, Intent[]>> = {
  'run "ls -la"': [{ ...run, command: 'ls -la' }],
  'run "npm test" in "packages/core" for at most 5 minutes': [
    { ...run, command: 'npm test', folder: 'packages/core', seconds: 300 },
  ],
  'run "htop --version" in a terminal': [{ ...run, command: 'htop --version', pty: true }],
  'start "npm run dev"': [{ ...start, command: 'npm run dev' }],
  'start "npm run dev" in a terminal and watch for "ready"': [
    { ...start, command: 'npm run dev', pty: true, patterns: ['ready'] },
  ],
  'in the background, start "make", watch for "error" and "warning" and tell me when it is done': [
    { ...start, command: 'make', patterns: ['error', 'warning'], notify: true },
  ],
  'run "sleep 5" in the background': [{ ...start, command: 'sleep 5' }],
  list: [{ kind: 'list' }],
  'show it': [{ kind: 'show', process: last, lines: null }],
  'show 200 lines of proc_0123456789ab': [
    { kind: 'show', process: { kind: 'id', id: 'proc_0123456789ab' }, lines: 200 },
  ],
  'send "yes" to it': [{ kind: 'send', process: last, text: 'yes', newline: true }],
  'send "q" to 0123 without newline': [
    { kind: 'send', process: { kind: 'id', id: '0123' }, text: 'q', newline: false },
  ],
  'wait for it for at most 30 seconds': [{ kind: 'wait', process: last, seconds: 30 }],
  'stop proc_0123': [{ kind: 'stop', process: { kind: 'id', id: 'proc_0123' } }],
  help: [{ kind: 'help' }],
  'run "make clean" then start "make" and tell me when it\'s done': [
    { ...run, command: 'make clean' },
    { ...start, command: 'make', notify: true },
  ],
  'start "nc -l 9000"; send "hello" to it; stop it': [
    { ...start, command: 'nc -l 9000' },
    { kind: 'send', process: last, text: 'hello', newline: true },
    { kind: 'stop', process: last },
  ],
};

/** First column of the tables: the examples. */
const examples = [...page.matchAll(/^\| `(.+?)` +\|/gm)].map((match) => match[1] ?? '');

describe('docs/operator.md', () => {
  it('has exactly the examples that are checked here', () => {
    expect(examples).toEqual(Object.keys(documented));
  });

  it.each(Object.entries(documented))('means what it says: %s', (example, intents) => {
    expect(parseMessage(example)).toEqual({ ok: true, intents });
  });

  it('names every kind of command', () => {
    const kinds = new Set(Object.values(documented).flatMap((intents) => intents.map((intent) => intent.kind)));
    expect([...kinds].sort()).toEqual(['help', 'list', 'run', 'send', 'show', 'start', 'stop', 'wait']);
  });
});

describe('the help text', () => {
  it('holds only what is understood', () => {
    const lines = HELP_TEXT.split('\n').filter((line) => /^- (run|start|list|show|send|wait|stop)/.test(line));
    const commands = lines.flatMap((line) =>
      line
        .slice(2)
        .replace(/ \(.*\)$/, '')
        .split(', '),
    );
    expect(commands.length).toBeGreaterThan(6);
    for (const command of [...commands, EXAMPLE]) expect([command, parseMessage(command).ok]).toEqual([command, true]);
  });
});
