import hljs from 'highlight.js/lib/common';
import { describe, expect, it } from 'vitest';
import { colourParts } from './colour-parts';

const partsOf = (code: string, language: string) => colourParts(hljs.highlight(code, { language }).value);

describe('coloured code', () => {
  it.each([
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the code that is coloured holds one.
    ['typescript', 'const a: Map<string, "x" | \'y\'> = f(`b ${c && d} &amp; <i>`); // </span> & "q"'],
    ['html', '<p class="a">x &amp; y &#x27; <!-- <span class="hljs-string"> --></p>'],
    ['bash', "echo \"$HOME\" 'a' && cat <<'E'\n<span>\nE"],
    ['json', '{"a": [1, true, null, "\\u0026"]}'],
    ['diff', '@@ -1 +1 @@\n-a\n+b'],
  ])('loses and adds no character: %s', (language, code) => {
    // A reference that stands in the code itself is escaped once more by the highlighter.
    expect(
      partsOf(code, language)
        .map(({ text }) => text)
        .join(''),
    ).toBe(code);
  });

  it('names what a part is', () => {
    const parts = partsOf('const a = "x"; // y', 'typescript');
    expect(parts.find(({ text }) => text === 'const')?.kind).toBe('keyword');
    expect(parts.find(({ text }) => text === '"x"')?.kind).toBe('string');
    expect(parts.find(({ text }) => text.includes('y'))?.kind).toBe('comment');
  });
});
