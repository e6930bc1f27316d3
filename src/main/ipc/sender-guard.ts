/** The parts of Electron's event that say who sends. */
export interface Sender {
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null;
}

export const APP_SCHEME = 'app';
export const APP_HOST = 'talaria';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;

/**
 * True only for the main frame of a page that came from our own origin. Must be asked synchronously, first thing:
 * a frame read later may be another one.
 */
export function isOurPage(event: Sender): boolean {
  const frame = event.senderFrame;
  if (frame === null || frame.parent !== null) return false;
  return isOurUrl(frame.url);
}

/** True for URLs of our own origin; hosts are compared without case. */
export function isOurUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const parsed = new URL(url);
  return parsed.protocol === `${APP_SCHEME}:` && parsed.host.toLowerCase() === APP_HOST;
}
