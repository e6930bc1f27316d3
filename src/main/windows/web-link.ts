/** The address in normal form when it is one of the web, without a name and password in it; null for all else. */
export function webLink(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  if (url.host === '' || url.username !== '' || url.password !== '') return null;
  return url.href;
}
