import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CliOptions } from './flags';
import { Inbox, readHandOver } from './hand-over';

const read = (data: unknown) => readHandOver(data, resolve);

describe('readHandOver', () => {
  it('reads flags against the folder of the second start', () => {
    expect(read({ args: ['--prompt', 'hi', '--cwd', 'sub'], startFolder: '/there' })).toMatchObject({
      prompt: 'hi',
      cwd: '/there/sub',
    });
  });

  it.each([
    ['no data', undefined],
    ['another shape', { args: 'x', startFolder: '/there' }],
    ['a bad flag', { args: ['--nope'], startFolder: '/there' }],
    ['a start without a window', { args: ['--no-window', '--prompt', 'hi'], startFolder: '/there' }],
  ])('takes nothing from %s', (_what, data) => {
    expect(read(data)).toBeNull();
  });
});

describe('Inbox', () => {
  it('keeps what comes before anybody listens, in order', () => {
    const inbox = new Inbox<CliOptions>();
    const take = (prompt: string) => {
      const options = read({ args: ['--prompt', prompt], startFolder: '/there' });
      if (options !== null) inbox.take(options);
    };
    take('one');
    take('two');
    const heard: (string | null)[] = [];
    inbox.listen(({ prompt }) => heard.push(prompt));
    take('three');
    expect(heard).toEqual(['one', 'two', 'three']);
  });
});
