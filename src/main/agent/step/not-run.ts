/** The results of calls that did not run to their end: each call has a result, so that the transcript is whole. */

export const CANCELLED_BEFORE = cancelled('The turn was stopped before this call began. It did not run.');

export const CANCELLED_WITHIN = cancelled(
  'The turn was stopped while this call ran, and it gave no result in time. It may have had effects.',
);

export const CUT_OFF = cancelled('The answer broke off before this call began. It did not run.');

/** For a call of a turn that ended with the app: nothing more is known. */
export const UNANSWERED = cancelled(
  'Talaria stopped before this call had a result. Whether it ran is not known: check before you run it again.',
);

function cancelled(error: string): string {
  return JSON.stringify({ status: 'cancelled', error });
}
