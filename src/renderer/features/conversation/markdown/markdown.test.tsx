import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { blocksOf } from './growing-blocks';
import { Markdown } from './markdown';

const markup = (text: string) => renderToStaticMarkup(<Markdown runs={blocksOf(text)} />);

describe('Markdown on the page', () => {
  it.each([
    '<script>alert(1)</script>',
    'before <img src=x onerror=alert(1)> after',
    '<a href="javascript:alert(1)">x</a>',
    '<style>*{display:none}</style>',
    '```html\n<script>alert(1)</script>\n```',
    '`<b>`',
    '| <i>a</i> |\n| - |\n| <b>c</b> |',
  ])('shows markup as the text that it is: %s', (text) => {
    expect(markup(text)).not.toMatch(/<(?:script|img|style|i|b)[ >]|javascript:[^&]*"/);
    expect(markup(text)).toContain('&lt;');
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'vbscript:x',
    'app://talaria/',
    '//x',
    'x.md',
  ])('makes no link of %s', (href) => {
    expect(markup(`[click](${href})`)).not.toContain('href');
    expect(markup(`[click](${href})`)).toContain('click');
  });

  it('links to the web, and shows where to', () => {
    expect(markup('[docs](https://example.test/a?b=1&c=2)')).toContain(
      'href="https://example.test/a?b=1&amp;c=2" title="https://example.test/a?b=1&amp;c=2"',
    );
    expect(markup('see https://example.test/x')).toContain('href="https://example.test/x"');
  });

  it('loads no picture', () => {
    expect(markup('![a cat](https://example.test/cat.png)')).not.toContain('<img');
    expect(markup('![a cat](https://example.test/cat.png)')).toContain('a cat');
  });

  it('draws lists, tasks, tables, code and character references', () => {
    expect(markup('3. a\n4. b')).toContain('<ol start="3">');
    expect(markup('- [x] done')).toMatch(/checkbox[^>]*checked=""/);
    expect(markup('|a|b|\n|-|-:|\n|1|2|')).toContain('<td class="md-right" dir="auto" data-find="true">2</td>');
    expect(markup('a &lt;b&gt; &amp; &#8364; &nope;')).toContain('a &lt;b&gt; &amp; € &amp;nope;');
    const code = markup('```ts\nlet a;\n```');
    expect(code).toContain('>ts</span>');
    expect(code).toContain('let a;');
    expect(code).toContain('aria-label="Copy code"');
  });
});
