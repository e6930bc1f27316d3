/** The first `maxChars` UTF-16 units of a text, or one less where the cut would go through a character. */
export function cutText(text: string, maxChars: number): string {
  return text.slice(0, maxChars).replace(/[\uD800-\uDBFF]$/, '');
}
