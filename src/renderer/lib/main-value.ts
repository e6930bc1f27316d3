import { messageOf } from '../../shared/errors/app-error';
import type { Disposable } from '../../shared/lib/lifecycle';

export interface MainState<T> {
  readonly value: T;
  readonly isLoaded: boolean;
  /** Why it could not be loaded, in words; null when it could. */
  readonly problem: string | null;
}

interface Source<T> {
  readonly initial: T;
  readonly load: () => Promise<T>;
  /** Hears from main: with a new value, or with none, and then it is asked for again. */
  readonly watch: (changed: (value?: T) => void) => Disposable;
}

/**
 * Something that main owns, shared by everybody in the page who shows it: asked for when the first one looks,
 * kept current by main's events, let go when the last one stops looking.
 */
export class MainValue<T> {
  private readonly _listeners = new Set<() => void>();
  private _state: MainState<T>;
  private _watching: Disposable | null = null;
  private _generation = 0;

  constructor(private readonly _source: Source<T>) {
    this._state = { value: _source.initial, isLoaded: false, problem: null };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this._listeners.add(listener);
    if (this._watching === null) this._start();
    return () => {
      this._listeners.delete(listener);
      if (this._listeners.size > 0) return;
      this._generation += 1;
      this._watching?.dispose();
      this._watching = null;
    };
  };

  readonly getState = (): MainState<T> => this._state;

  /** Asks main again. What main says by itself in the meantime wins. */
  readonly reload = async (): Promise<void> => {
    this._generation += 1;
    const mine = this._generation;
    try {
      const value = await this._source.load();
      if (mine === this._generation) this._set({ value, isLoaded: true, problem: null });
    } catch (error) {
      if (mine === this._generation) this._set({ ...this._state, problem: messageOf(error) });
    }
  };

  private _start(): void {
    this._watching = this._source.watch((value) => {
      if (value === undefined) {
        void this.reload();
        return;
      }
      this._generation += 1;
      this._set({ value, isLoaded: true, problem: null });
    });
    void this.reload();
  }

  private _set(state: MainState<T>): void {
    this._state = state;
    for (const listener of this._listeners) listener();
  }
}
