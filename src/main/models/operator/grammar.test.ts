import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Intent, parseMessage } from './grammar';

const last = { kind: 'last' } as const;
const run = { kind: 'run', pty: false, folder: null, seconds: null } as const;
const start = { kind: 'start', pty: false, folder: null, patterns: [], notify: false } as const;

describe('a message to the operator', () => {
  it.each<[string, Intent[]]>([
    ['run "ls"', [{ ...run, command: 'ls' }]],
    ['  Please RUN  "ls" .', [{ ...run, command: 'ls' }]],
    ['execute "a" for 30 s', [{ ...run, command: 'a', seconds: 30 }]],
    ['run "a" for at most 2 minutes, in a terminal', [{ ...run, command: 'a', seconds: 120, pty: true }]],
    ['in the folder "src", run "a"', [{ ...run, command: 'a', folder: 'src' }]],
    [
      'start "for i in 1 2 3; do echo tick $i; sleep 1; done" in the background, watch for "tick 2" and tell me when it is done',
      [
        {
          ...start,
          command: 'for i in 1 2 3; do echo tick $i; sleep 1; done',
          patterns: ['tick 2'],
          notify: true,
        },
      ],
    ],
    [
      'Tell me when it is done, watch for "x", "y" and "z", in the background and start "b"',
      [{ ...start, command: 'b', patterns: ['x', 'y', 'z'], notify: true }],
    ],
    ['start "b" watch for "x" and watch for "y"', [{ ...start, command: 'b', patterns: ['x', 'y'] }]],
    ['start "b" and tell me when it prints "x"', [{ ...start, command: 'b', patterns: ['x'] }]],
    ['launch "b", let me know when it’s finished', [{ ...start, command: 'b', notify: true }]],
    ['start "b" watching for "x" and in "dir"', [{ ...start, command: 'b', patterns: ['x'], folder: 'dir' }]],
    ['run "b" and tell me when it\'s done', [{ ...start, command: 'b', notify: true }]],
    [
      'run "a" and run "b"',
      [
        { ...run, command: 'a' },
        { ...run, command: 'b' },
      ],
    ],
    ['run "a" and then list', [{ ...run, command: 'a' }, { kind: 'list' }]],
    ['list all processes', [{ kind: 'list' }]],
    ['list\nhelp', [{ kind: 'list' }, { kind: 'help' }]],
    ['show', [{ kind: 'show', process: last, lines: null }]],
    ['show last', [{ kind: 'show', process: last, lines: null }]],
    ['show me the output of the last process', [{ kind: 'show', process: last, lines: null }]],
    ['show the last 20 lines of it', [{ kind: 'show', process: last, lines: 20 }]],
    ['show PROC_0123456789AB', [{ kind: 'show', process: { kind: 'id', id: 'proc_0123456789ab' }, lines: null }]],
    ['send "y" to beef', [{ kind: 'send', process: { kind: 'id', id: 'beef' }, text: 'y', newline: true }]],
    ['send "" to it without a newline', [{ kind: 'send', process: last, text: '', newline: false }]],
    ['stop the process proc_01', [{ kind: 'stop', process: { kind: 'id', id: 'proc_01' } }]],
    ['wait for it to finish', [{ kind: 'wait', process: last, seconds: null }]],
    ['wait until it is done for at most 10 seconds', [{ kind: 'wait', process: last, seconds: 10 }]],
  ])('%s', (message, intents) => {
    expect(parseMessage(message)).toEqual({ ok: true, intents });
  });

  it.each<[string, RegExp]>([
    ['', /no command/],
    ['hello', /do not understand "hello"/],
    ['run "ls" quickly', /do not understand "quickly"/],
    ['run ls -la "x y"', /double quotes, like this: run "ls -la \\"x y\\""/],
    ['start', /double quotes, like this: start "ls -la"/],
    ['run "ls', /not closed/],
    ['run " "', /empty/],
    ['stop', /which process to stop/],
    ['stop everything', /which process to stop/],
    ['show foo', /do not understand "foo"/],
    ['stop cafe9z', /which process to stop/],
    ['send hello to it', /has to stand in double quotes/],
    ['send "hello"', /where the text goes/],
    ['stop it in the background', /"in the background" does not go with stop/],
    ['start "a" for at most 5 seconds', /"for at most N seconds" does not go with start/],
    ['run "a" without newline', /does not go with run/],
    ['in a terminal', /stands without a command/],
    ['list, "rm -rf x"', /do not understand ""rm -rf x""/],
    ['wait for it for at most 0 seconds', /do not understand "for"/],
  ])('is refused whole: %s', (message, problem) => {
    const parsed = parseMessage(message);
    expect(parsed.ok).toBe(false);
    expect(parsed.ok ? '' : parsed.problem).toMatch(problem);
  });

  it('gives back any command that was quoted with the two escapes, byte for byte', () => {
    const command = fc.string({ unit: 'binary' }).filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(command, (text) => {
        const quoted = text.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
        expect(parseMessage(`run "${quoted}"`)).toEqual({ ok: true, intents: [{ ...run, command: text }] });
      }),
    );
  });

  it('keeps every other backslash', () => {
    expect(parseMessage(String.raw`run "printf 'a\n' | grep -E \"\d+\\.\""`)).toEqual({
      ok: true,
      intents: [{ ...run, command: String.raw`printf 'a\n' | grep -E "\d+\."` }],
    });
  });

  it('never throws and never hangs', () => {
    const words = fc.constantFrom(
      'run',
      'start',
      'show',
      'stop',
      'it',
      '"a"',
      ',',
      'and',
      'in',
      'for',
      '5',
      '\n',
      '"',
      '\\',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(words, fc.string()), { maxLength: 30 }), (parts) => {
        expect(typeof parseMessage(parts.join(' ')).ok).toBe('boolean');
      }),
    );
  });
});
