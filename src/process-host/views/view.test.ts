import { afterEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../tests/fakes/fake-clock';
import { portPair } from '../../../tests/fakes/in-process-host';
import { ToView } from '../../shared/contract/view-protocol';
import { TAIL_CHARS, Tail } from '../output/tail';
import { TerminalState } from '../output/terminal-state';
import { View } from './view';

const open: { dispose(): void }[] = [];
afterEach(() => {
  for (const item of open.splice(0)) item.dispose();
});

function scene(printedBefore = '') {
  const clock = new FakeClock();
  const dropped = new TerminalState();
  const tail = new Tail(TAIL_CHARS, (text) => dropped.feed(text));
  tail.append(printedBefore);
  const [hostEnd, viewEnd] = portPair();
  const state = { end: null as { exitCode: number | null; signal: string | null } | null, written: '', size: '' };
  const view = new View(
    hostEnd,
    {
      tail,
      dropped,
      ptySize: () => ({ cols: 120, rows: 30 }),
      end: () => state.end,
      write: (data) => {
        state.written += data;
      },
      resize: ({ cols, rows }) => {
        state.size = `${cols}x${rows}`;
      },
    },
    clock,
  );
  open.push(view);
  const messages: ToView[] = [];
  viewEnd.onMessage((message) => messages.push(ToView.parse(message)));
  viewEnd.start();
  view.start();
  const settle = async () => {
    await clock.advance(20);
    for (let i = 0; i < 20; i++) await new Promise(setImmediate);
  };
  const print = (text: string) => {
    tail.append(text);
    view.handleOutput();
  };
  return { tail, view, viewEnd, state, messages, settle, print };
}

/** What a terminal that obeys the protocol holds. */
function shown(messages: readonly ToView[]): string {
  let text = '';
  for (const message of messages) {
    if (message.type === 'replay') text = message.text;
    else if (message.type === 'data') text += message.text;
  }
  return text;
}

describe('View', () => {
  it('begins with one replay and gets exactly the rest', async () => {
    const { messages, settle, print } = scene('before ');
    print('one ');
    await settle();
    print('two ');
    print('three');
    await settle();
    expect(messages[0]).toEqual({
      type: 'replay',
      text: 'before ',
      endOffset: 7,
      skippedChars: 0,
      cols: 120,
      rows: 30,
    });
    expect(messages.slice(1).every((message) => message.type === 'data')).toBe(true);
    expect(shown(messages)).toBe('before one two three');
    expect(messages.at(-1)).toMatchObject({ endOffset: 20 });
  });

  it('says how much of a long output is no longer kept', async () => {
    const { messages, settle } = scene('x'.repeat(250_000));
    await settle();
    expect(messages[0]).toMatchObject({ type: 'replay', skippedChars: 50_000, endOffset: 250_000 });
  });

  it('is sent nothing above 100,000 unacknowledged characters, and goes on below 5,000', async () => {
    const { messages, settle, print, viewEnd } = scene();
    for (let i = 0; i < 15; i++) print('y'.repeat(10_000));
    await settle();
    const sent = shown(messages).length;
    expect(sent).toBeGreaterThan(90_000);
    expect(sent).toBeLessThanOrEqual(110_000);
    viewEnd.postMessage({ type: 'ack', offset: sent - 5_000 });
    await settle();
    expect(shown(messages)).toHaveLength(sent);
    viewEnd.postMessage({ type: 'ack', offset: sent - 4_999 });
    await settle();
    expect(shown(messages)).toHaveLength(150_000);
    expect(messages.filter((message) => message.type === 'replay')).toHaveLength(1);
  });

  it('gets a fresh replay with the number of skipped characters when it fell behind', async () => {
    const { messages, settle, print, viewEnd } = scene();
    print('a'.repeat(120_000));
    await settle();
    print('b'.repeat(400_000));
    await settle();
    viewEnd.postMessage({ type: 'ack', offset: 120_000 });
    await settle();
    expect(messages.at(-1)).toMatchObject({ type: 'replay', skippedChars: 220_000, endOffset: 520_000 });
    expect(shown(messages)).toBe(`\x1b[!p${'b'.repeat(200_000)}`);
  });

  it('begins a cut output where a terminal can, and says what is left out', async () => {
    const { messages, settle } = scene(
      `${'x'.repeat(40)}\x1b[?2004h${'y'.repeat(9_990)}tail of a line\n${'z'.repeat(199_990)}`,
    );
    await settle();
    const [first] = messages;
    expect(first).toMatchObject({ text: `\x1b[!p\x1b[?2004h${'z'.repeat(199_990)}`, endOffset: 210_043 });
    expect(first).toMatchObject({ skippedChars: 210_043 - 199_990 });
  });

  it('tells the end after all output, also to a view that was slow', async () => {
    const { messages, settle, print, viewEnd, view, state } = scene();
    print('z'.repeat(150_000));
    await settle();
    state.end = { exitCode: 7, signal: null };
    view.handleEnd();
    await settle();
    expect(messages.some((message) => message.type === 'exit')).toBe(false);
    viewEnd.postMessage({ type: 'ack', offset: 150_000 });
    await settle();
    expect(messages.at(-1)).toEqual({ type: 'exit', exitCode: 7, signal: null });
    expect(shown(messages)).toHaveLength(150_000);
    expect(messages.filter((message) => message.type === 'exit')).toHaveLength(1);
  });

  it('never splits a pair of surrogates', async () => {
    const { messages, settle, print, viewEnd } = scene();
    print(`x${'😀'.repeat(60_000)}`);
    await settle();
    viewEnd.postMessage({ type: 'ack', offset: 10_000_000 });
    await settle();
    const texts = messages.filter((message) => message.type === 'data').map(({ text }) => text);
    expect(texts.every((text) => text.isWellFormed())).toBe(true);
    expect(texts.join('')).toBe(`x${'😀'.repeat(60_000)}`);
  });

  it('passes input and size on, and ignores what it does not understand', async () => {
    const { settle, viewEnd, state } = scene();
    viewEnd.postMessage({ type: 'input', data: 'ls\r' });
    viewEnd.postMessage({ type: 'resize', cols: 90, rows: 20 });
    for (const [cols, rows] of [
      [-1, 20],
      [19, 20],
      [90, 1],
      [2, 2],
    ]) {
      viewEnd.postMessage({ type: 'resize', cols, rows });
    }
    viewEnd.postMessage('nonsense');
    await settle();
    expect(state).toMatchObject({ written: 'ls\r', size: '90x20' });
  });
});
