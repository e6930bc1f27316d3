import type { JsonLine } from '../../../src/shared/contract/json-lines';

interface OpenCall {
  readonly callId: unknown;
  readonly turnId: unknown;
  hasProcess: boolean;
}

/**
 * Every break of the order that design 4 promises for the JSON lines of one run, in words; empty when all is well.
 * `isWhole` says that the run came to its own end: then everything that began has ended, and idle comes last.
 * `hasPast` says that an earlier run had the same home: its processes are told without having been seen here.
 */
export function orderBreaks(
  lines: readonly JsonLine[],
  { isWhole, hasPast = false }: { readonly isWhole: boolean; readonly hasPast?: boolean },
): readonly string[] {
  const check = new OrderCheck(hasPast);
  for (const [at, line] of lines.entries()) check.read(line, at);
  return isWhole ? [...check.breaks, ...check.leftOpen()] : check.breaks;
}

class OrderCheck {
  readonly breaks: string[] = [];
  /** Turns that run, by session. */
  private readonly _turns = new Map<unknown, unknown>();
  private readonly _endedTurns = new Set<unknown>();
  private _calls: OpenCall[] = [];
  private readonly _askedIn = new Map<unknown, unknown>();
  private readonly _started = new Set<unknown>();
  private readonly _exited = new Set<unknown>();
  private readonly _matched = new Set<unknown>();
  private _at = 0;
  private _time = '';
  private _lastType = '';

  constructor(private readonly _hasPast: boolean) {}

  read(line: JsonLine, at: number): void {
    this._at = at;
    if (line.at < this._time) this._complain(line, `its time ${line.at} is before ${this._time}`);
    this._time = line.at;
    this._lastType = line.type;
    if (line.turnId !== undefined && line.type !== 'turn.started') this._inTurn(line);
    this._byType(line);
  }

  leftOpen(): readonly string[] {
    return [
      ...[...this._turns.values()].map((turnId) => `the turn ${turnId} has no end`),
      ...this._calls.map(({ callId }) => `the call ${callId} has no tool.completed`),
      ...[...this._askedIn.keys()].map((id) => `the approval ${id} was never resolved`),
      ...[...this._started].filter((id) => !this._exited.has(id)).map((id) => `the process ${id} never exited`),
      ...(this._lastType === 'idle' ? [] : [`the last line is ${this._lastType}, not idle`]),
    ];
  }

  private _byType(line: JsonLine): void {
    switch (line.type) {
      case 'turn.started':
        if (this._turns.has(line.sessionId)) this._complain(line, 'another turn of the session still runs');
        if (this._endedTurns.has(line.turnId)) this._complain(line, 'the turn has ended before');
        this._turns.set(line.sessionId, line.turnId);
        break;
      case 'turn.completed':
      case 'turn.failed':
        this._endTurn(line);
        break;
      case 'tool.started':
        if (this._callsOf(line).length > 0) this._complain(line, 'another call of the turn still runs');
        this._calls.push({ callId: line.callId, turnId: line.turnId, hasProcess: false });
        break;
      case 'tool.completed':
        this._endCall(line);
        break;
      case 'message.completed':
        this._readMessage(line);
        break;
      case 'approval.requested':
        this._inCall(line);
        if (this._callsOf(line).some(({ hasProcess }) => hasProcess)) this._complain(line, 'its process runs already');
        this._askedIn.set(line.requestId, line.turnId);
        break;
      case 'approval.resolved':
        if (!this._askedIn.delete(line.requestId))
          this._complain(line, 'nothing asked for it, or it was resolved before');
        break;
      case 'process.started':
        if (line.turnId !== undefined) this._inCall(line);
        if ([...this._askedIn.values()].includes(line.turnId))
          this._complain(line, 'an approval of the turn still waits');
        for (const call of this._callsOf(line)) call.hasProcess = true;
        this._started.add(line.processId);
        break;
      case 'process.exited':
        if (this._exited.has(line.processId)) this._complain(line, 'it exited before');
        this._exited.add(line.processId);
        break;
      case 'process.watch_match':
        if (this._exited.has(line.processId)) this._complain(line, 'the process has exited before');
        this._matched.add(line.processId);
        break;
      case 'idle':
        if (this._turns.size > 0) this._complain(line, 'a turn runs');
        if (this._askedIn.size > 0) this._complain(line, 'an approval waits');
        break;
    }
  }

  /** What belongs to a turn stands between its start and its end. */
  private _inTurn(line: JsonLine): void {
    if (this._turns.get(line.sessionId) !== line.turnId) this._complain(line, `the turn ${line.turnId} does not run`);
  }

  private _inCall(line: JsonLine): void {
    if (this._callsOf(line).length === 0) this._complain(line, 'no call of the turn runs');
  }

  private _callsOf(line: JsonLine): readonly OpenCall[] {
    return this._calls.filter(({ turnId }) => turnId === line.turnId);
  }

  private _endCall(line: JsonLine): void {
    const open = this._calls.find(({ callId, turnId }) => callId === line.callId && turnId === line.turnId);
    if (open === undefined) this._complain(line, 'the call was not started');
    if ([...this._askedIn.values()].includes(line.turnId)) this._complain(line, 'an approval of the turn still waits');
    this._calls = this._calls.filter((call) => call !== open);
  }

  private _endTurn(line: JsonLine): void {
    if (this._callsOf(line).length > 0) this._complain(line, 'a call of the turn still runs');
    this._turns.delete(line.sessionId);
    this._endedTurns.add(line.turnId);
  }

  /** A notice may tell only what was told as a line before it; what an earlier run started was told by that one. */
  private _readMessage(line: JsonLine): void {
    if (line.role === 'assistant' && this._callsOf(line).length > 0)
      this._complain(line, 'a call of the turn still runs');
    if (line.role !== 'event' || this._hasPast) return;
    for (const [, processId, rest = ''] of String(line.text).matchAll(/^(proc_\w+) (.*)$/gm)) {
      if (!this._started.has(processId)) continue;
      const isEnd = !/^(printed something|matched its watch)/.test(rest);
      if (isEnd && !this._exited.has(processId)) this._complain(line, `${processId} has not exited`);
      if (rest.startsWith('printed') && !this._matched.has(processId))
        this._complain(line, `${processId} has no match`);
    }
  }

  private _complain(line: JsonLine, what: string): void {
    this.breaks.push(`line ${this._at + 1} (${line.type}): ${what}`);
  }
}
