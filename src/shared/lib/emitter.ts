import { type Disposable, toDisposable } from './lifecycle';

/** Subscribes to a stream of values; the returned Disposable ends the subscription. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/**
 * One source of values. Listeners run in order of subscription, synchronously.
 * A listener that throws does not keep the others from running; its error is thrown afterwards.
 */
export class Emitter<T> implements Disposable {
  private readonly _listeners = new Set<{ call: (value: T) => void; end: Disposable }>();

  readonly event: Event<T> = (listener) => {
    const entry = {
      call: listener,
      end: toDisposable(() => {
        this._listeners.delete(entry);
      }),
    };
    this._listeners.add(entry);
    return entry.end;
  };

  get listenerCount(): number {
    return this._listeners.size;
  }

  fire(value: T): void {
    const errors: unknown[] = [];
    for (const listener of [...this._listeners]) {
      try {
        listener.call(value);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length === 1) throw errors[0];
    if (errors.length > 1) throw new AggregateError(errors, 'several listeners failed');
  }

  dispose(): void {
    for (const listener of [...this._listeners]) listener.end.dispose();
  }
}
