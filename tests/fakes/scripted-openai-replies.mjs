// What a scripted reply sends: the shorthand of a script (text, tool calls, a cut, a hang) turned into steps, one
// step per thing that goes over the wire. Pure; the server plays the steps.

/**
 * One tool call of a reply. `args` is sent as JSON when it is an object, and as it stands when it is a string, so
 * that a script can send arguments that do not parse.
 * @typedef {{ id?: string, name: string, args: string | Record<string, unknown> }} ScriptedToolCall
 */

/**
 * One thing that goes over the wire. `data` is one event, `raw` is bytes as they stand, `comment` is a keep-alive.
 * `cut` destroys the socket, `hang` sends nothing more, `end` ends the answer properly.
 * @typedef {(
 *   | { data: unknown }
 *   | { raw: string }
 *   | { comment: string }
 *   | { delayMs: number }
 *   | { cut: true }
 *   | { hang: true }
 *   | { end: true }
 * )} Step
 */

/**
 * One reply of a script. Without `status` it is a stream of 200.
 * @typedef {object} ScriptedReply
 * @property {string} [when] Only for a request whose last user or tool message holds this text.
 * @property {number} [delayMs] Before anything is sent.
 * @property {number} [status] A plain answer: status, headers and body, no stream.
 * @property {Record<string, string>} [headers]
 * @property {string | Record<string, unknown>} [body]
 * @property {'never' | 'socket'} [silent] `never` answers nothing at all; `socket` destroys the socket at once.
 * @property {string} [text]
 * @property {ScriptedToolCall[]} [toolCalls] Their arguments are sent interleaved, as some servers do.
 * @property {number} [fragment] Characters in one piece of text or arguments; 0 or absent sends each whole.
 * @property {string | null} [finish] The finish reason; null leaves it out.
 * @property {boolean} [done] False leaves out the closing `[DONE]`.
 * @property {Record<string, number>} [usage]
 * @property {number} [cutAfter] Destroys the socket after so many events.
 * @property {number} [hangAfter] Sends nothing more after so many events, and keeps the socket open.
 * @property {Step[]} [steps] Sent instead of all of the above.
 */

/** @param {string} text @param {number} size @returns {string[]} */
function pieces(text, size) {
  if (size <= 0 || text === '') return [text];
  const chars = [...text];
  const out = [];
  for (let at = 0; at < chars.length; at += size) out.push(chars.slice(at, at + size).join(''));
  return out;
}

/** @param {Record<string, unknown>} delta @param {string | null} [finish] @returns {Step} */
function chunk(delta, finish = null) {
  return {
    data: {
      id: 'chatcmpl-scripted',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'scripted',
      choices: [{ index: 0, delta, finish_reason: finish }],
    },
  };
}

/** @param {ScriptedToolCall[]} calls @param {number} size @returns {Step[]} */
function toolCallSteps(calls, size) {
  const opened = calls.map((call, index) =>
    chunk({
      tool_calls: [
        { index, id: call.id ?? `call_${index + 1}`, type: 'function', function: { name: call.name, arguments: '' } },
      ],
    }),
  );
  const rest = calls.map((call) => pieces(typeof call.args === 'string' ? call.args : JSON.stringify(call.args), size));
  const longest = Math.max(0, ...rest.map((list) => list.length));
  for (let round = 0; round < longest; round++) {
    for (const [index, list] of rest.entries()) {
      const piece = list[round];
      if (piece !== undefined && piece !== '') {
        opened.push(chunk({ tool_calls: [{ index, function: { arguments: piece } }] }));
      }
    }
  }
  return opened;
}

/** @param {ScriptedReply} reply @returns {Step[]} */
function streamSteps(reply) {
  const size = reply.fragment ?? 0;
  const calls = reply.toolCalls ?? [];
  const steps = [chunk({ role: 'assistant', content: '' })];
  if (reply.text !== undefined) for (const piece of pieces(reply.text, size)) steps.push(chunk({ content: piece }));
  steps.push(...toolCallSteps(calls, size));
  const finish = reply.finish === undefined ? (calls.length > 0 ? 'tool_calls' : 'stop') : reply.finish;
  if (finish !== null) steps.push(chunk({}, finish));
  if (reply.usage !== undefined) steps.push({ data: { id: 'chatcmpl-scripted', choices: [], usage: reply.usage } });
  if (reply.done !== false) steps.push({ raw: 'data: [DONE]\n\n' });
  return steps;
}

/**
 * All steps of a streamed reply, its end included.
 * @param {ScriptedReply} reply
 * @returns {Step[]}
 */
export function replySteps(reply) {
  if (reply.steps !== undefined) return reply.steps;
  const steps = streamSteps(reply);
  if (reply.cutAfter !== undefined) return [...steps.slice(0, reply.cutAfter), { cut: true }];
  if (reply.hangAfter !== undefined) return [...steps.slice(0, reply.hangAfter), { hang: true }];
  return [...steps, { end: true }];
}

/**
 * The bytes of one step, or null for a step that sends none.
 * @param {Step} step
 * @returns {string | null}
 */
export function stepBytes(step) {
  if ('data' in step) return `data: ${JSON.stringify(step.data)}\n\n`;
  if ('raw' in step) return step.raw;
  if ('comment' in step) return `: ${step.comment}\n\n`;
  return null;
}
