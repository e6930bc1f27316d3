// A model server that plays a script over real HTTP, for tests, benches and work by hand:
//   node tests/fakes/scripted-openai-server.mjs script.json [port]
// prints its base URL and serves the replies of the script (a JSON array) until it is stopped.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { setImmediate as nextTick } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { replySteps, stepBytes } from './scripted-openai-replies.mjs';

/** @typedef {import('./scripted-openai-replies.mjs').ScriptedReply} ScriptedReply */
/** @typedef {import('./scripted-openai-replies.mjs').Step} Step */

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
    return null;
  }
}

/** The text of the last user or tool message: what a reply's `when` is matched against. @param {any} body */
function lastWords(body) {
  const messages = Array.isArray(body?.messages) ? body.messages : [];
  const last = messages.filter((m) => m.role === 'user' || m.role === 'tool').at(-1);
  return last === undefined ? '' : typeof last.content === 'string' ? last.content : JSON.stringify(last.content);
}

export class ScriptedOpenAiServer {
  /** @type {SeenRequest[]} Every request for a completion, in order of arrival. */
  requests = [];
  /** @type {ScriptedReply[]} */
  _replies;
  /** @type {Set<import('node:net').Socket>} */
  _sockets = new Set();
  /** @type {{ count: number, resolve: () => void }[]} */
  _waiting = [];
  _stopped = new AbortController();
  _port = 0;

  /** @param {readonly ScriptedReply[]} replies */
  constructor(replies) {
    this._replies = [...replies];
    this._server = createServer((request, response) => {
      this._handle(request, response).catch(() => response.destroy());
    });
    this._server.on('connection', (socket) => {
      this._sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => this._sockets.delete(socket));
    });
  }

  /** Listens on 127.0.0.1; port 0 takes a free one. @param {number} [port] @returns {Promise<void>} */
  async start(port = 0) {
    await new Promise((resolve, reject) => {
      this._server.once('error', reject);
      this._server.listen(port, '127.0.0.1', () => resolve(undefined));
    });
    const address = this._server.address();
    this._port = typeof address === 'object' && address !== null ? address.port : 0;
  }

  /** What `--base-url` wants. */
  get baseUrl() {
    return `http://127.0.0.1:${this._port}/v1`;
  }

  get host() {
    return `127.0.0.1:${this._port}`;
  }

  /** Adds replies to the end of the script. @param {...ScriptedReply} replies */
  add(...replies) {
    this._replies.push(...replies);
  }

  /** Replies that no request has taken yet. */
  get repliesLeft() {
    return this._replies.length;
  }

  /** Resolves as soon as `count` completions were asked for in all. @param {number} count @returns {Promise<void>} */
  waitForRequests(count) {
    if (this.requests.length >= count) return Promise.resolve();
    return new Promise((resolve) => {
      this._waiting.push({ count, resolve: () => resolve(undefined) });
    });
  }

  /** Ends every connection and stops listening. @returns {Promise<void>} */
  async stop() {
    this._stopped.abort();
    for (const socket of this._sockets) socket.destroy();
    await new Promise((resolve) => this._server.close(() => resolve(undefined)));
  }

  /** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
  async _handle(request, response) {
    const bodyText = await readBody(request);
    const url = request.url ?? '';
    if (request.method === 'GET' && url.endsWith('/models')) {
      this._plain(response, 200, {}, { object: 'list', data: [{ id: 'scripted', object: 'model' }] });
      return;
    }
    if (request.method !== 'POST' || !new URL(url, 'http://x').pathname.endsWith('/chat/completions')) {
      this._plain(response, 404, {}, { error: { message: `no route ${url}` } });
      return;
    }
    const seen = this._remember(request, response, bodyText);
    const reply = this._take(lastWords(seen.body));
    if (reply === null) {
      this._plain(response, 500, {}, { error: { message: 'the script has no reply left for this request' } });
      return;
    }
    await this._play(reply, response);
  }

  /**
   * @param {import('node:http').IncomingMessage} request
   * @param {import('node:http').ServerResponse} response
   * @param {string} bodyText
   * @returns {SeenRequest}
   */
  _remember(request, response, bodyText) {
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

  /** @param {string} words @returns {ScriptedReply | null} */
  _take(words) {
    const at = this._replies.findIndex((reply) => reply.when === undefined || words.includes(reply.when));
    return at < 0 ? null : (this._replies.splice(at, 1)[0] ?? null);
  }

  /** @param {ScriptedReply} reply @param {import('node:http').ServerResponse} response */
  async _play(reply, response) {
    if (reply.delayMs !== undefined) await this._pause(reply.delayMs);
    if (reply.silent === 'socket') response.socket?.destroy();
    if (reply.silent !== undefined) return;
    if (reply.status !== undefined) {
      this._plain(response, reply.status, reply.headers ?? {}, reply.body ?? '');
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream', ...reply.headers });
    response.flushHeaders();
    for (const step of replySteps(reply)) {
      if (response.destroyed || !(await this._step(step, response))) return;
    }
  }

  /**
   * Plays one step; false when the reply is over.
   * @param {Step} step @param {import('node:http').ServerResponse} response @returns {Promise<boolean>}
   */
  async _step(step, response) {
    const bytes = stepBytes(step);
    if (bytes !== null) {
      await this._write(response, bytes);
      return true;
    }
    if ('delayMs' in step) {
      await this._pause(step.delayMs);
      return true;
    }
    if ('cut' in step) response.socket?.destroy();
    if ('end' in step) response.end();
    return false;
  }

  /**
   * Resolves when the bytes were handed to the system: the next ones go into another packet, a cut comes after them.
   * @param {import('node:http').ServerResponse} response @param {string} bytes
   */
  async _write(response, bytes) {
    await new Promise((resolve) => {
      response.write(bytes, () => resolve(undefined));
    });
    await nextTick();
  }

  /** @param {number} ms @returns {Promise<void>} */
  _pause(ms) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this._stopped.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve(undefined);
      });
    });
  }

  /**
   * @param {import('node:http').ServerResponse} response @param {number} status
   * @param {Record<string, string>} headers @param {unknown} body
   */
  _plain(response, status, headers, body) {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
    response.writeHead(status, { 'content-type': type, ...headers });
    response.end(text);
  }
}

/**
 * Starts a server that plays `replies`, one for each request.
 * @param {readonly ScriptedReply[]} [replies]
 * @returns {Promise<ScriptedOpenAiServer>}
 */
export async function startScriptedOpenAiServer(replies = []) {
  const server = new ScriptedOpenAiServer(replies);
  await server.start();
  return server;
}

async function main() {
  const [file, port = '0'] = process.argv.slice(2);
  if (file === undefined) {
    process.stderr.write('usage: node scripted-openai-server.mjs SCRIPT.json [PORT]\n');
    process.exitCode = 2;
    return;
  }
  const server = new ScriptedOpenAiServer(JSON.parse(await readFile(file, 'utf8')));
  await server.start(Number(port));
  process.stdout.write(`${server.baseUrl}\n`);
  const stop = () => server.stop();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
