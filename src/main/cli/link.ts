import { SessionId } from '../../shared/lib/ids';

export const LINK_SCHEME = 'talaria';

const SESSION_LINK = /^talaria:\/\/session\/(ses_[0-9a-f]{12})\/?$/;
const MAX_LINK_CHARS = 200;

/** Whether an argument is meant as one of our links. */
export function isLink(text: string): boolean {
  return text.toLowerCase().startsWith(`${LINK_SCHEME}:`);
}

/**
 * The session that `talaria://session/<id>` names; null for everything else. A link can come from any page of the
 * web, so nothing but this one shape counts, and all that it can do is show something.
 */
export function sessionOfLink(text: string): SessionId | null {
  if (text.length > MAX_LINK_CHARS) return null;
  const [, id] = SESSION_LINK.exec(text) ?? [];
  return SessionId.safeParse(id).data ?? null;
}
