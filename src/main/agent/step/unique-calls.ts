import type { ToolCall } from '../ports';

/**
 * Gives every call of a turn an id of its own. Some servers leave ids out or use one twice, and results are matched
 * to calls by id.
 */
export class UniqueCalls {
  private readonly _used = new Set<string>();

  claim(call: ToolCall): ToolCall {
    const wanted = call.callId === '' ? 'call' : call.callId;
    let callId = wanted;
    for (let n = 2; this._used.has(callId); n++) callId = `${wanted}-${n}`;
    this._used.add(callId);
    return { ...call, callId };
  }
}
