import { describe, expect, it, vi } from 'vitest';

// Electron exists only inside Electron: the path rule is what is tested here, the serving is tested in e2e.
vi.mock('electron', () => ({ net: {}, protocol: {} }));
const { resolveInside } = await import('./app-protocol');

describe('resolveInside', () => {
  it.each([
    ['/', '/app/index.html'],
    ['/index.html', '/app/index.html'],
    ['/assets/a%20b.js', '/app/assets/a b.js'],
    ['/assets/../index.html', '/app/index.html'],
  ])('finds %s', (path, file) => {
    expect(resolveInside('/app', path)).toBe(file);
  });

  it.each(['/../secret', '/%2e%2e/secret', '/..%2fsecret', '/a\\..\\..\\b', '/%00', '/%', '/../application/x'])(
    'refuses %s',
    (path) => {
      expect(resolveInside('/app', path)).toBeNull();
    },
  );
});
