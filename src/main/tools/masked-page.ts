/** Text before a page: enough lines for a secret that began there to be recognised (a private key has about 50). */
export const LEAD_LINES = 100;

export interface PageText {
  /** What stands directly before the page. */
  readonly lead: string;
  readonly page: string;
}

/**
 * Masks a page of a longer text together with what stands before it, so that a secret that begins there is not
 * shown by its second half. What it gives begins where the page begins, or behind the secret that reaches into it.
 */
export function maskPage({ lead, page }: PageText, mask: (text: string) => string): string {
  if (lead === '') return mask(page);
  const whole = mask(lead + page);
  const leadLines = newlinesIn(lead);
  if (newlinesIn(whole) === leadLines + newlinesIn(page)) return behindLines(whole, leadLines);
  // Lines were joined into a mask: whatever reads as the lead alone does is not part of the page.
  return behindLines(whole, sharedLines(whole, mask(lead)));
}

function newlinesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function behindLines(text: string, lines: number): string {
  let at = 0;
  for (let line = 0; line < lines; line += 1) at = text.indexOf('\n', at) + 1;
  return text.slice(at);
}

function sharedLines(one: string, other: string): number {
  const [left, right] = [one.split('\n'), other.split('\n')];
  const last = right.length - 1;
  const end = left.findIndex((line, index) => index >= last || line !== right[index]);
  return end === -1 ? 0 : end;
}
