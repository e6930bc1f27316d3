import { expect, it } from 'vitest';
import { toDisposable } from '../../shared/lib/lifecycle';
import { MainValue } from './main-value';

/** A main that answers when it is told to, and can speak by itself. */
function fakeMain() {
  const waiting: { readonly resolve: (value: string) => void; readonly reject: (error: Error) => void }[] = [];
  let changed: ((value?: string) => void) | null = null;
  let watching = 0;
  const value = new MainValue<string>({
    initial: '',
    load: () => new Promise((resolve, reject) => waiting.push({ resolve, reject })),
    watch: (listener) => {
      changed = listener;
      watching += 1;
      return toDisposable(() => {
        watching -= 1;
      });
    },
  });
  return { value, waiting, say: (text?: string) => changed?.(text), watching: () => watching };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('asks when the first one looks, and lets go when the last one stops', async () => {
  const { value, waiting, watching } = fakeMain();
  const stops = [value.subscribe(() => undefined), value.subscribe(() => undefined)];
  expect(waiting).toHaveLength(1);
  waiting[0]?.resolve('first');
  await settled();
  expect(value.getState()).toEqual({ value: 'first', isLoaded: true, problem: null });
  stops[0]?.();
  expect(watching()).toBe(1);
  stops[1]?.();
  expect(watching()).toBe(0);
});

it('what main says by itself wins over an older answer', async () => {
  const { value, waiting, say } = fakeMain();
  const stop = value.subscribe(() => undefined);
  say('newer');
  waiting[0]?.resolve('older');
  await settled();
  expect(value.getState().value).toBe('newer');
  stop();
});

it('asks again when main says only that something changed', async () => {
  const { value, waiting, say } = fakeMain();
  const stop = value.subscribe(() => undefined);
  say();
  waiting[0]?.resolve('old');
  waiting[1]?.resolve('new');
  await settled();
  expect(value.getState().value).toBe('new');
  stop();
});

it('keeps what it has when asking fails, and says why', async () => {
  const { value, waiting, say } = fakeMain();
  const stop = value.subscribe(() => undefined);
  say('kept');
  const again = value.reload();
  waiting[1]?.reject(new Error('the disk is full'));
  await again;
  expect(value.getState()).toEqual({ value: 'kept', isLoaded: true, problem: 'the disk is full' });
  stop();
});
