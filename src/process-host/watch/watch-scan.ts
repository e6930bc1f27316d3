import { PatternFinder } from './pattern-finder';
import { stripEscapes } from './strip-escapes';
import { WatchDigest, type WatchReport } from './watch-digest';

/** How much of a line without an end is kept for joining with the next chunk (spec/processes 8.1). */
export const CARRY_CHARS = 8 * 1024;

/**
 * Looks for plain, case-sensitive patterns in lines of output. A line ends at `\n` or `\r`, may arrive in any
 * number of chunks, and counts once, for the first pattern of the list that it holds. Escape sequences do not
 * count as text. A chunk without any hit costs one pass over it.
 */
export class WatchScan {
  private readonly _finder: PatternFinder | null;
  private readonly _digest = new WatchDigest();
  private _carry = '';
  /** The open line was reported already; the rest of it is passed over. */
  private _isOpenReported = false;

  constructor(patterns: readonly string[]) {
    const used = patterns.filter((pattern) => pattern.length > 0);
    this._finder = used.length === 0 ? null : new PatternFinder(used);
  }

  scan(text: string): void {
    if (this._finder === null || text.length === 0) return;
    const firstEnd = nextLineEnd(text, 0);
    if (firstEnd === -1) {
      this._extendOpen(text);
      return;
    }
    this._closeOpen(text.slice(0, firstEnd));
    const lastEnd = lastLineEnd(text);
    if (lastEnd > firstEnd) this._scanLines(text, firstEnd + 1, lastEnd, this._finder);
    this._extendOpen(text.slice(lastEnd + 1));
  }

  /** The open line will not grow for now (a prompt), or ever: what it holds counts already. */
  settleOpenLine(): void {
    if (this._isOpenReported || this._carry.length === 0) return;
    this._isOpenReported = this._matchLine(this._carry);
  }

  takeReport(): WatchReport | null {
    return this._digest.take();
  }

  get hasReport(): boolean {
    return this._digest.isFilled;
  }

  /** Whole lines only: `to` is the index of a line end. */
  private _scanLines(text: string, from: number, to: number, finder: PatternFinder): void {
    const hasEscapes = text.includes('\x1b');
    let at = from;
    while (at < to) {
      const hit = hasEscapes ? at : finder.next(text, at);
      if (hit === -1 || hit >= to) return;
      const start = lineStart(text, hit, at);
      const end = nextLineEnd(text, hit);
      this._matchLine(text.slice(start, end));
      at = end + 1;
    }
  }

  private _closeOpen(rest: string): void {
    if (!this._isOpenReported) this._matchLine(this._carry + rest);
    this._carry = '';
    this._isOpenReported = false;
  }

  private _extendOpen(rest: string): void {
    if (this._isOpenReported || rest.length === 0) return;
    this._carry += rest;
    if (this._carry.length <= CARRY_CHARS) return;
    this.settleOpenLine();
    this._carry = this._isOpenReported ? '' : this._carry.slice(-CARRY_CHARS);
  }

  private _matchLine(raw: string): boolean {
    const line = stripEscapes(raw);
    if (this._finder === null || this._finder.next(line, 0) === -1) return false;
    const pattern = this._finder.firstIn(line);
    if (pattern === null) return false;
    this._digest.add(pattern, line);
    return true;
  }
}

function nextLineEnd(text: string, from: number): number {
  const feed = text.indexOf('\n', from);
  const before = feed === -1 ? text.indexOf('\r', from) : text.slice(from, feed).indexOf('\r');
  if (before === -1) return feed;
  return feed === -1 ? before : from + before;
}

function lastLineEnd(text: string): number {
  const feed = text.lastIndexOf('\n');
  // Looking backwards for something rare would read the whole chunk: ask first whether it is there.
  return text.indexOf('\r', feed + 1) === -1 ? feed : text.lastIndexOf('\r');
}

function lineStart(text: string, index: number, least: number): number {
  let start = index;
  while (start > least && !isLineEnd(text.charCodeAt(start - 1))) start--;
  return start;
}

function isLineEnd(code: number): boolean {
  return code === 10 || code === 13;
}
