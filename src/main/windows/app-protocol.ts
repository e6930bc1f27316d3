import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { net, protocol } from 'electron';
import { type Disposable, toDisposable } from '../../shared/lib/lifecycle';

const MIME: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

/** Nothing but our own files; inline styles because xterm sets them on its rows. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

/** Must run before `ready`: makes the scheme a standard, secure one. `corsEnabled` stays off. */
export function registerAppScheme(scheme: string): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

export interface AppFiles {
  readonly scheme: string;
  readonly host: string;
  /** The folder with the built page. */
  readonly folder: string;
  /** A dev server that serves the page instead; null in a built app. */
  readonly devServer: string | null;
}

/** Serves the page: only GET, only our host, only files inside the folder. */
export function serveAppFiles(files: AppFiles): Disposable {
  protocol.handle(files.scheme, async (request) => {
    const url = new URL(request.url);
    if (request.method !== 'GET' || url.host.toLowerCase() !== files.host) return refuse(403);
    if (files.devServer !== null) return net.fetch(new URL(url.pathname + url.search, files.devServer).href);
    const path = resolveInside(files.folder, url.pathname);
    const type = path === null ? undefined : MIME[extname(path)];
    if (path === null || type === undefined) return refuse(404);
    try {
      return new Response(await readFile(path), { headers: { ...HEADERS, 'content-type': type } });
    } catch {
      // Not there: the page asked for a file that the build does not have.
      return refuse(404);
    }
  });
  return toDisposable(() => protocol.unhandle(files.scheme));
}

/** The file for a URL's path, or null when it would leave the folder. */
export function resolveInside(folder: string, pathname: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    // A broken percent escape names no file.
    return null;
  }
  if (decoded.includes('\0') || decoded.includes('\\')) return null;
  const root = normalize(folder + sep);
  const path = normalize(join(root, decoded === '/' ? 'index.html' : decoded));
  return path.startsWith(root) ? path : null;
}

function refuse(status: number): Response {
  return new Response(null, { status, headers: HEADERS });
}
