/** How far outside the view things are drawn already, so that scrolling meets no gaps. */
const MARGIN = '1600px 0px';

type Listener = (isNear: boolean, height: number) => void;

/** Tells elements in a scrolling box when they come near its view, and when they leave. */
export class NearView {
  private readonly _listeners = new Map<Element, Listener>();
  private _observer: IntersectionObserver | null = null;

  constructor(private readonly _box: () => Element | null) {}

  /** Watches one element until the returned function is called. */
  observe(element: Element, listener: Listener): () => void {
    this._observer ??= new IntersectionObserver((entries) => this._tell(entries), {
      root: this._box(),
      rootMargin: MARGIN,
    });
    this._listeners.set(element, listener);
    this._observer.observe(element);
    return () => {
      this._listeners.delete(element);
      this._observer?.unobserve(element);
      if (this._listeners.size > 0) return;
      this._observer?.disconnect();
      this._observer = null;
    };
  }

  private _tell(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting, boundingClientRect } of entries)
      this._listeners.get(target)?.(isIntersecting, boundingClientRect.height);
  }
}
