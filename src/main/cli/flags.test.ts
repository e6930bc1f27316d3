import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { flagTable } from './flag-table';
import { parseFlags } from './flags';
import { helpText } from './help-text';

const context = { startFolder: '/work/here', resolvePath: resolve };
const parse = (...args: string[]) => parseFlags(args, context);

describe('parseFlags', () => {
  it('has sound defaults', () => {
    expect(parse()).toEqual({
      kind: 'run',
      options: {
        prompt: null,
        window: true,
        json: false,
        approvals: 'ask',
        exitWhenIdle: false,
        baseUrl: null,
        model: null,
        home: null,
        cwd: '/work/here',
        screenshot: null,
        theme: null,
        size: null,
        showSession: null,
      },
    });
  });

  it('reads values after a space and after an equals sign', () => {
    const spaced = parse('--prompt', 'say --json', '--home', 'h', '--cwd', '../there');
    expect(spaced).toMatchObject({ options: { prompt: 'say --json', home: '/work/here/h', cwd: '/work/there' } });
    expect(parse('--prompt=a=b')).toMatchObject({ options: { prompt: 'a=b' } });
  });

  it('reads what a picture and a link need', () => {
    const picture = parse('--screenshot', 'out/a.png', '--theme', 'dark', '--size', '1280x800');
    expect(picture).toMatchObject({
      options: { screenshot: '/work/here/out/a.png', theme: 'dark', size: { width: 1280, height: 800 } },
    });
    expect(parse('talaria://session/ses_0123456789ab')).toMatchObject({
      options: { showSession: 'ses_0123456789ab' },
    });
    // Only where an argument stands by itself.
    expect(parse('--prompt', 'talaria://session/ses_0123456789ab')).toMatchObject({
      options: { showSession: null, prompt: 'talaria://session/ses_0123456789ab' },
    });
  });

  it('denies without a window unless told otherwise', () => {
    expect(parse('--no-window')).toMatchObject({ options: { approvals: 'deny', window: false } });
    expect(parse('--no-window', '--approvals', 'stdin')).toMatchObject({ options: { approvals: 'stdin' } });
  });

  it.each([
    [['--verbose'], '--verbose'],
    [['--screenshot', 'a.png', '--no-window'], '--screenshot needs a window'],
    [['--theme', 'dark', '--no-window'], '--theme needs a window'],
    [['--theme', 'blue'], '--theme takes light or dark'],
    [['--size', '1280'], '--size'],
    [['--size', '1280x8'], '--size'],
    [['--size', '99999x800'], '--size'],
    [['talaria://session/nope'], 'no link that Talaria knows'],
    [['talaria://session/ses_0123456789ab', '--no-window'], 'A link needs a window'],
    [['talaria://session/ses_0123456789ab', 'talaria://session/ses_0123456789ac'], 'one link'],
    [['hello'], 'hello'],
    [['--prompt'], '--prompt needs a value'],
    [['--prompt='], '--prompt needs a value'],
    [['--prompt', ' \n'], '--prompt needs a value'],
    [['--json=yes'], '--json takes no value'],
    [['--json', '--json'], 'twice'],
    [['--approvals', 'maybe'], 'maybe'],
    [['--no-window', '--approvals', 'ask'], 'needs a window'],
    [['--model', 'm'], '--base-url'],
    [['--base-url', 'http://127.0.0.1:1/v1'], '--model'],
    [['--base-url', 'localhost:1', '--model', 'm'], 'http://'],
    [['--__proto__'], '__proto__'],
  ])('refuses %j and names the fault', (args, part) => {
    const parsed = parse(...args);
    expect(parsed.kind).toBe('error');
    expect(parsed).toHaveProperty('message', expect.stringContaining(part));
  });

  it('lets help and version win over the rest', () => {
    expect(parse('--help', '--model', 'm').kind).toBe('help');
    expect(parse('--version').kind).toBe('version');
  });

  it('lists every flag in the help', () => {
    for (const flag of flagTable) expect(helpText()).toContain(`--${flag.name}`);
  });
});
