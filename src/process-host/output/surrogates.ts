/** The text without half a surrogate pair at its start, as left by a cut. */
export function withoutLeadingHalf(text: string): string {
  const first = text.charCodeAt(0);
  return first >= 0xdc00 && first <= 0xdfff ? text.slice(1) : text;
}

/** The first `most` characters, or one less where that would split a surrogate pair. */
export function firstWhole(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most);
}
