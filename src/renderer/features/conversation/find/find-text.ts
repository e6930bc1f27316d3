/** Where `query` stands in `text`, from left to right and never overlapping; case does not count. */
export function occurrences(text: string, query: string): readonly number[] {
  if (query === '') return [];
  const [where, what] = folded(text, query);
  const found: number[] = [];
  for (let at = where.indexOf(what); at !== -1; at = where.indexOf(what, at + what.length)) found.push(at);
  return found;
}

/** Both in lower case, unless that moves the characters of the text. */
function folded(text: string, query: string): readonly [string, string] {
  const lower = text.toLowerCase();
  return lower.length === text.length ? [lower, query.toLowerCase()] : [text, query];
}
