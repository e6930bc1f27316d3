import { AppError } from '../../../shared/errors/app-error';

/** An address in parts, ready for the wire. */
export interface BaseUrl {
  /** Without a slash at its end, query or fragment. */
  readonly url: string;
  /** Host and port, for messages. */
  readonly host: string;
  /** Scheme, host and port: who gets the key. */
  readonly origin: string;
  readonly query: Record<string, string>;
  /** The server runs on this machine. */
  readonly isLoopback: boolean;
  readonly isEncrypted: boolean;
}

/**
 * Reads the base URL of a server. A path to its chat completions is cut back to the base. Throws an AppError
 * BAD_INPUT that names the value when it is no http or https address, or carries a password.
 */
export function parseBaseUrl(text: string): BaseUrl {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new AppError(
      'BAD_INPUT',
      `"${text}" is no address of a model server. It looks like http://127.0.0.1:11434/v1.`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new AppError(
      'BAD_INPUT',
      `The address of ${url.host} holds a password. Leave it out of the address, and give it as the key.`,
    );
  }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '');
  return {
    url: url.origin + path,
    host: url.host,
    origin: url.origin,
    query: Object.fromEntries(url.searchParams),
    isLoopback: isLoopback(url.hostname),
    isEncrypted: url.protocol === 'https:',
  };
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/i.test(hostname);
}
