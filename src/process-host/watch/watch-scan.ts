import { stripEscapes } from './strip-escapes';
import { WatchDigest, type WatchReport } from './watch-digest';

/** How much of a line without an end is kept for joining with the next chunk (spec/processes 8.1). */
export const CARRY_CHARS = 8 * 1024;

/**
 * Looks for plain, case-sensitive patterns in lines of output. A line ends at `\n` or `\r`, may arrive in any
 * number of chunks, and counts once, for the first pattern of the list that it holds. Escape sequences do not
 * count as text. A chunk without any hit costs one quick pass.
 */
export class WatchScan {
  private readonly _patterns: readonly string[];
  /**
   * Any pattern, or an escape, which may hide one. One expression reads a chunk once, however many patterns there
   * are: with ten of them about ten times as fast as a search for each.
   */
  private readonly _trigger: RegExp;
  private readonly _longest: number;
  private readonly _digest = new WatchDigest();
  private _carry = '';
  /** The open line was reported already; the rest of it is passed over. */
  private _isOpenReported = false;

  constructor(patterns: readonly string[]) {
    this._patterns = patterns.filter((pattern) => pattern.length > 0);
    this._longest = Math.max(0, ...this._patterns.map((pattern) => pattern.length));
    this._trigger = new RegExp(['\\x1b', ...this._patterns.map(escaped)].join('|'));
  }

  get hasReport(): boolean {
    return this._digest.isFilled;
  }

  takeReport(): WatchReport | null {
    return this._digest.take();
  }

  scan(text: string): void {
    if (this._patterns.length === 0 || text.length === 0) return;
    if (this._isClean(text)) this._carryOn(text);
    else this._scanLines(text);
  }

  /** The open line will not grow for now (a prompt), or ever: what it holds counts already. */
  settleOpenLine(): void {
    if (this._isOpenReported || this._carry.length === 0) return;
    this._isOpenReported = this._matchLine(this._carry);
  }

  /** True when no pattern is in the chunk, nor over the seam to the open line before it. */
  private _isClean(text: string): boolean {
    if (this._trigger.test(text)) return false;
    return this._isOpenReported || !this._trigger.test(this._carry + text.slice(0, this._longest));
  }

  private _carryOn(text: string): void {
    const end = text.slice(-CARRY_CHARS);
    const lastEnd = lastLineEnd(end);
    if (lastEnd !== -1 || hasLineEnd(text)) {
      this._carry = end.slice(lastEnd + 1);
      this._isOpenReported = false;
    } else if (!this._isOpenReported) {
      this._carry = (this._carry + end).slice(-CARRY_CHARS);
    }
  }

  private _scanLines(text: string): void {
    const lines = text.split(/[\r\n]/);
    const rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!this._isOpenReported) this._matchLine(this._carry + line);
      this._carry = '';
      this._isOpenReported = false;
    }
    this._extendOpen(rest);
  }

  private _extendOpen(rest: string): void {
    if (this._isOpenReported) return;
    this._carry += rest;
    if (this._carry.length <= CARRY_CHARS) return;
    this.settleOpenLine();
    this._carry = this._isOpenReported ? '' : this._carry.slice(-CARRY_CHARS);
  }

  private _matchLine(raw: string): boolean {
    const line = stripEscapes(raw);
    const pattern = this._find(line);
    if (pattern !== null) this._digest.add(pattern, line);
    return pattern !== null;
  }

  /** The first pattern in list order that the line holds. */
  private _find(line: string): string | null {
    return this._patterns.find((pattern) => line.includes(pattern)) ?? null;
  }
}

function escaped(pattern: string): string {
  return pattern.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

function hasLineEnd(text: string): boolean {
  return text.includes('\n') || text.includes('\r');
}

function lastLineEnd(text: string): number {
  const feed = text.lastIndexOf('\n');
  // Looking backwards for something rare would read all of it: ask first whether it is there.
  return text.includes('\r', feed + 1) ? text.lastIndexOf('\r') : feed;
}
