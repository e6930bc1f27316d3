// A model server that plays a script over real HTTP, for tests, benches and work by hand:
//   node tests/fakes/scripted-openai-server.mjs script.json [port]
// prints its base URL and serves the replies of the script (a JSON array) until it is stopped.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { setImmediate as nextTick, setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { replySteps, stepBytes } from './scripted-openai-replies.mjs';
import { lastWords, RequestLog } from './scripted-openai-requests.mjs';

/** @typedef {import('./scripted-openai-replies.mjs').ScriptedReply} ScriptedReply */
/** @typedef {import('./scripted-openai-replies.mjs').Step} Step */
/** @typedef {import('node:http').ServerResponse} ServerResponse */

export class ScriptedOpenAiServer {
  /** @type {ScriptedReply[]} */
  _replies;
  _log = new RequestLog();
  /** @type {Set<import('node:net').Socket>} */
  _sockets = new Set();
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

  get host() {
    return `127.0.0.1:${this._port}`;
  }

  /** What `--base-url` wants. */
  get baseUrl() {
    return `http://${this.host}/v1`;
  }

  /** Every request for a completion so far, in order of arrival. */
  get requests() {
    return this._log.requests;
  }

  /** Replies that no request has taken yet. */
  get repliesLeft() {
    return this._replies.length;
  }

  /** Adds replies to the end of the script. @param {...ScriptedReply} replies */
  add(...replies) {
    this._replies.push(...replies);
  }

  /** Resolves as soon as `count` completions were asked for in all. @param {number} count @returns {Promise<void>} */
  waitForRequests(count) {
    return this._log.waitFor(count);
  }

  /** Ends every connection and stops listening. @returns {Promise<void>} */
  async stop() {
    for (const socket of this._sockets) socket.destroy();
    await new Promise((resolve) => this._server.close(() => resolve(undefined)));
  }

  /** @param {import('node:http').IncomingMessage} request @param {ServerResponse} response */
  async _handle(request, response) {
    const { pathname } = new URL(request.url ?? '', 'http://server');
    if (request.method === 'GET' && pathname.endsWith('/models')) {
      answer(response, { status: 200, body: { object: 'list', data: [{ id: 'scripted', object: 'model' }] } });
      return;
    }
    if (request.method !== 'POST' || !pathname.endsWith('/chat/completions')) {
      answer(response, { status: 404, body: { error: { message: `no route ${pathname}` } } });
      return;
    }
    await this._play(this._take(lastWords(await this._log.remember(request, response))), response);
  }

  /** The first reply that fits the request; each is played once. @param {string} words @returns {ScriptedReply} */
  _take(words) {
    const at = this._replies.findIndex((reply) => reply.when === undefined || words.includes(reply.when));
    const reply = at < 0 ? undefined : this._replies.splice(at, 1)[0];
    return reply ?? { status: 500, body: { error: { message: 'the script has no reply left for this request' } } };
  }

  /** @param {ScriptedReply} reply @param {ServerResponse} response */
  async _play(reply, response) {
    if (reply.delayMs !== undefined) await rest(reply.delayMs);
    if (reply.silent === 'socket') response.socket?.destroy();
    if (reply.silent !== undefined) return;
    if (reply.status !== undefined) {
      answer(response, reply);
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream', ...reply.headers });
    response.flushHeaders();
    for (const step of replySteps(reply)) {
      if (response.destroyed || !(await playStep(step, response))) return;
    }
  }
}

/**
 * Plays one step; false when the reply is over.
 * @param {Step} step @param {ServerResponse} response @returns {Promise<boolean>}
 */
async function playStep(step, response) {
  const bytes = stepBytes(step);
  if (bytes !== null) {
    await write(response, bytes);
    return true;
  }
  if ('delayMs' in step) {
    await rest(step.delayMs);
    return true;
  }
  if ('cut' in step) response.socket?.destroy();
  if ('end' in step) response.end();
  return false;
}

/**
 * Resolves when the bytes were handed to the system: the next ones go into another packet, a cut comes after them.
 * @param {ServerResponse} response @param {string} bytes
 */
async function write(response, bytes) {
  await new Promise((resolve) => {
    response.write(bytes, () => resolve(undefined));
  });
  await nextTick();
}

/** A pause that keeps no program alive. @param {number} ms */
function rest(ms) {
  return pause(ms, undefined, { ref: false });
}

/** @param {ServerResponse} response @param {ScriptedReply} reply */
function answer(response, { status = 200, headers = {}, body = '' }) {
  const isText = typeof body === 'string';
  const type = isText ? 'text/plain; charset=utf-8' : 'application/json';
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(isText ? body : JSON.stringify(body));
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
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.stop());
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
