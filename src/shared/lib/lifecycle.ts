/** Something that holds a resource until it is disposed. Disposing twice does nothing. */
export interface Disposable {
  dispose(): void;
}

/** Live disposables; suites check that it is empty again when they end. */
const alive = new Set<Disposable>();

/** The disposables that nobody has disposed yet, in order of birth. For leak tests only. */
export function undisposed(): readonly Disposable[] {
  return [...alive];
}

/** Turns a clean-up function into a Disposable; the function runs at most once. */
export function toDisposable(cleanUp: () => void): Disposable {
  let done = false;
  const disposable: Disposable = {
    dispose() {
      if (done) return;
      done = true;
      alive.delete(disposable);
      cleanUp();
    },
  };
  alive.add(disposable);
  return disposable;
}

/**
 * Owns many disposables and disposes them in reverse order of adding.
 * Adding to a store that is already disposed disposes the newcomer at once.
 */
export class DisposableStore implements Disposable {
  private readonly _items = new Set<Disposable>();
  private _isDisposed = false;

  constructor() {
    alive.add(this);
  }

  get isDisposed(): boolean {
    return this._isDisposed;
  }

  add<T extends Disposable>(item: T): T {
    if (this._isDisposed) item.dispose();
    else this._items.add(item);
    return item;
  }

  /** Disposes one item and forgets it. */
  remove(item: Disposable): void {
    if (this._items.delete(item)) item.dispose();
  }

  clear(): void {
    const items = [...this._items].reverse();
    this._items.clear();
    for (const item of items) item.dispose();
  }

  dispose(): void {
    if (this._isDisposed) return;
    this._isDisposed = true;
    alive.delete(this);
    this.clear();
  }
}

/** Base class for owners: register at birth with `own`, and all of it ends with the owner. */
export abstract class Owner implements Disposable {
  private readonly _owned = new DisposableStore();

  protected own<T extends Disposable>(item: T): T {
    return this._owned.add(item);
  }

  protected get isDisposed(): boolean {
    return this._owned.isDisposed;
  }

  dispose(): void {
    this._owned.dispose();
  }
}
