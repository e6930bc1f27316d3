/** What a dialog about a page in trouble offers. */
export type TroubleChoice = 'reload' | 'wait' | 'export-logs' | 'quit';

export interface TroubleText {
  readonly message: string;
  readonly detail: string;
  /** In the order of the buttons; the first is the default. */
  readonly choices: readonly TroubleChoice[];
}

export const choiceLabels: Readonly<Record<TroubleChoice, string>> = {
  reload: 'Reload the window',
  wait: 'Wait',
  'export-logs': 'Export logs…',
  quit: 'Quit',
};

const WINDOW_MS = 60_000;
const TOO_MANY = 3;

/** Crashes of the page, and how often is too often. */
export class CrashCount {
  private _times: number[] = [];

  /** Counts one; true when the page keeps crashing: the third time within a minute and from there on. */
  add(now: number): boolean {
    this._times = [...this._times.filter((time) => now - time < WINDOW_MS), now];
    return this._times.length >= TOO_MANY;
  }
}

const NOTHING_LOST = 'The agent and your processes go on; nothing of them is lost.';

/** A page that ended. The first choice is a reload, unless that has not helped. */
export function crashText(reason: string, keepsCrashing: boolean): TroubleText {
  const why = reason === 'oom' ? 'It ran out of memory.' : `Its page ended (${reason}).`;
  if (!keepsCrashing) {
    return {
      message: 'The window stopped working.',
      detail: `${why} ${NOTHING_LOST}`,
      choices: ['reload', 'export-logs', 'quit'],
    };
  }
  return {
    message: 'The window keeps stopping.',
    detail: `${why} That was at least the third time within a minute. Export the logs to see why. ${NOTHING_LOST}`,
    choices: ['export-logs', 'reload', 'quit'],
  };
}

/** A page that does not answer. */
export function hangText(): TroubleText {
  return {
    message: 'The window does not answer.',
    detail: `You can wait for it or load it again. ${NOTHING_LOST}`,
    choices: ['wait', 'reload', 'export-logs'],
  };
}
