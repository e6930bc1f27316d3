import { decodeEntities } from './entities';

/** A piece of code and what it is (`keyword`, `string` …); null for plain text. */
export interface ColourPart {
  readonly text: string;
  readonly kind: string | null;
}

const PIECE = /<span class="hljs-([\w-]+)[^"]*">|<span class="[^"]*">|<\/span>|[^<]+|</g;

/**
 * Reads the markup that highlight.js answers (spans and character references, nothing else) into parts, so that no
 * markup is ever put into the page. The innermost kind counts.
 */
export function colourParts(markup: string): readonly ColourPart[] {
  const parts: ColourPart[] = [];
  const open: (string | null)[] = [];
  for (const match of markup.matchAll(PIECE)) {
    const [piece, kind] = match;
    if (piece === '</span>') open.pop();
    else if (piece.startsWith('<span ')) open.push(kind ?? open.at(-1) ?? null);
    else parts.push({ text: decodeEntities(piece.replaceAll('&#x27;', "'")), kind: open.at(-1) ?? null });
  }
  return parts;
}
