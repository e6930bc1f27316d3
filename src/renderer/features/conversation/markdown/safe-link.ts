const OPENABLE = new Set(['http:', 'https:']);

/** The address of a link that may be opened, in full; null for every other scheme, and for what is no address. */
export function safeLink(href: string): string | null {
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  return OPENABLE.has(url.protocol) ? url.href : null;
}
