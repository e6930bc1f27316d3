import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../tests/fakes/fake-clock';
import { isPrompt, WaitingForInput } from './waiting-for-input';

function scene(text = '', isReadingTty = false) {
  const clock = new FakeClock();
  const state = { text, isReadingTty, changes: 0, quiets: 0 };
  const waiting = new WaitingForInput({
    clock,
    lastText: () => state.text,
    isReadingTty: () => state.isReadingTty,
    onQuiet: () => state.quiets++,
    onChange: () => state.changes++,
  });
  return { clock, state, waiting };
}

describe('WaitingForInput', () => {
  it('a prompt that has been quiet for half a second waits', async () => {
    const { clock, state, waiting } = scene('Name: ');
    await clock.advance(499);
    expect(waiting.isWaiting).toBe(false);
    await clock.advance(2);
    expect(waiting.isWaiting).toBe(true);
    expect(state).toMatchObject({ changes: 1, quiets: 1 });
    waiting.handleMovement();
    expect(waiting.isWaiting).toBe(false);
    waiting.dispose();
  });

  it('more output puts it off', async () => {
    const { clock, waiting } = scene('Name: ');
    await clock.advance(400);
    waiting.handleMovement();
    await clock.advance(400);
    expect(waiting.isWaiting).toBe(false);
    await clock.advance(200);
    expect(waiting.isWaiting).toBe(true);
    waiting.dispose();
  });

  it('a finished line does not wait, unless the terminal is read', async () => {
    const { clock, state, waiting } = scene('done\n');
    await clock.advance(600);
    expect(waiting.isWaiting).toBe(false);
    state.isReadingTty = true;
    await clock.advance(2_000);
    expect(waiting.isWaiting).toBe(true);
    waiting.dispose();
  });

  it('stops looking at a process that does nothing', async () => {
    const { clock, waiting } = scene('done\n');
    await clock.advance(60_000);
    expect(clock.timerCount).toBe(0);
    waiting.dispose();
  });

  it.each([
    ['', false],
    ['done\n', false],
    ['done\r\n', false],
    ['password: ', true],
    ['a\n> ', true],
    ['50%\r', false],
    ['\x1b[32m$\x1b[0m ', true],
    ['done\n\x1b[?25h', false],
  ])('isPrompt(%j) is %s', (text, expected) => {
    expect(isPrompt(text)).toBe(expected);
  });
});
