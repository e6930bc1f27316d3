import { z } from 'zod';
import { type CliOptions, parseFlags } from './flags';

const HandOver = z.object({ args: z.array(z.string()), startFolder: z.string() });

/**
 * The options of a second start with the same home, or null when its data make no sense, or when it has no window:
 * such a start hands nothing over, it fails and says who has the home (design 4).
 */
export function readHandOver(data: unknown, resolvePath: (base: string, path: string) => string): CliOptions | null {
  const parsed = HandOver.safeParse(data);
  if (!parsed.success) return null;
  const flags = parseFlags(parsed.data.args, { startFolder: parsed.data.startFolder, resolvePath });
  return flags.kind === 'run' && flags.options.window ? flags.options : null;
}

/** Starts and links that were handed over: they may come before this run is ready, and are kept until somebody listens. */
export class Inbox<T> {
  private readonly _waiting: T[] = [];
  private _listener: ((item: T) => void) | null = null;

  take(item: T): void {
    if (this._listener === null) this._waiting.push(item);
    else this._listener(item);
  }

  /** One listener, from now on; it gets at once what has waited. */
  listen(listener: (item: T) => void): void {
    this._listener = listener;
    for (const item of this._waiting.splice(0)) listener(item);
  }
}
