// What a scripted server has seen: every request for a completion, whole, and whether it was left before its end.

/**
 * One request as it came. `closed` resolves when the connection is gone; `isAborted` tells whether that was before
 * the reply had ended.
 * @typedef {object} SeenRequest
 * @property {string} method
 * @property {string} url
 * @property {import('node:http').IncomingHttpHeaders} headers
 * @property {string} bodyText
 * @property {any} body The parsed body; null when it is no JSON.
 * @property {boolean} isAborted
 * @property {Promise<void>} closed
 */

export class RequestLog {
  /** @type {SeenRequest[]} In order of arrival. */
  requests = [];
  /** @type {{ count: number, resolve: () => void }[]} */
  _waiting = [];

  /** Resolves as soon as `count` requests have come in all. @param {number} count @returns {Promise<void>} */
  waitFor(count) {
    if (this.requests.length >= count) return Promise.resolve();
    return new Promise((resolve) => {
      this._waiting.push({ count, resolve: () => resolve(undefined) });
    });
  }

  /**
   * Reads a request to its end and remembers it.
   * @param {import('node:http').IncomingMessage} request
   * @param {import('node:http').ServerResponse} response
   * @returns {Promise<SeenRequest>}
   */
  async remember(request, response) {
    const bodyText = await readBody(request);
    /** @type {SeenRequest} */
    const seen = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      bodyText,
      body: parsed(bodyText),
      isAborted: false,
      closed: new Promise((resolve) => {
        response.once('close', () => {
          seen.isAborted = !response.writableFinished;
          resolve();
        });
      }),
    };
    this.requests.push(seen);
    const ready = this._waiting.filter((w) => w.count <= this.requests.length);
    this._waiting = this._waiting.filter((w) => w.count > this.requests.length);
    for (const waiter of ready) waiter.resolve();
    return seen;
  }
}

/**
 * The text of the last user or tool message: what a reply's `when` is matched against.
 * @param {SeenRequest} seen
 * @returns {string}
 */
export function lastWords(seen) {
  const messages = Array.isArray(seen.body?.messages) ? seen.body.messages : [];
  for (const message of [...messages].reverse()) {
    if (message?.role !== 'user' && message?.role !== 'tool') continue;
    return typeof message.content === 'string' ? message.content : JSON.stringify(message.content);
  }
  return '';
}

/** @param {import('node:http').IncomingMessage} request */
async function readBody(request) {
  const chunks = [];
  for await (const part of request) chunks.push(part);
  return Buffer.concat(chunks).toString('utf8');
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    // The test sees null and the text.
    return null;
  }
}
