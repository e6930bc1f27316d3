import { expect, it } from 'vitest';
import { webLink } from './web-link';

it.each([
  ['https://example.test/a?b#c', 'https://example.test/a?b#c'],
  ['HTTP://127.0.0.1:5173', 'http://127.0.0.1:5173/'],
])('opens %s', (text, url) => {
  expect(webLink(text)).toBe(url);
});

it.each([
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  'talaria://session/ses_000000000001',
  'smb://server/share',
  '\\\\server\\share',
  'mailto:a@example.test',
  'vscode://file/x',
  'https://user:pass@example.test/',
  'https://',
  'example.test',
  '',
])('refuses %j', (text) => {
  expect(webLink(text)).toBeNull();
});
