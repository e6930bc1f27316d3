import type { ApprovalOutcome, Verdict } from '../ports';

type Denial = Extract<ApprovalOutcome, { approved: false }>;

/** A person said no. */
export function denied(reason: string | null | undefined): Denial {
  const why =
    reason === undefined || reason === null || reason.trim() === '' ? '' : ` The reason given: ${reason.trim()}`;
  return {
    approved: false,
    outcome: 'denied',
    why: `The user said no, so this was not carried out.${why} Do not try it again or reach the same end another way; do what the user asks for instead.`,
  };
}

/** Nobody answered in time: neither a yes nor a no. */
export function timedOut(seconds: number): Denial {
  return {
    approved: false,
    outcome: 'timeout',
    why: `Timed out: nobody answered within ${seconds} seconds, so this was not carried out. Silence is not consent, and it does not mean that the user refused. Do not retry; say what waits for an answer and go on without it.`,
  };
}

/** Nobody can be asked in this run. */
export function deniedByPolicy(verdict: Verdict): Denial {
  return {
    approved: false,
    outcome: 'policy',
    why: `This needs approval, and this run denies whatever needs approval without asking anyone, so it was not carried out. ${listReasons(verdict)} Use something that needs no approval, or tell the user what to run by hand.`,
  };
}

/** The hard floor. */
export function blocked(verdict: Verdict): Denial {
  return {
    approved: false,
    outcome: 'blocked',
    why: `Blocked for good: no setting and no answer lets this pass. ${listReasons(verdict)} Do not try it in another form.`,
  };
}

export function interrupted(): Denial {
  return {
    approved: false,
    outcome: 'interrupted',
    why: 'The turn was stopped before anyone answered, so this was not carried out.',
  };
}

/** Judging itself failed: nothing runs unjudged. */
export function notChecked(): Denial {
  return {
    approved: false,
    outcome: 'blocked',
    why: 'This could not be checked, so it was not carried out. Say so to the user; trying again later may help.',
  };
}

function listReasons(verdict: Verdict): string {
  const texts = [...new Set(verdict.reasons.map((reason) => reason.text))];
  return `Why: ${texts.join(' ')}`;
}
