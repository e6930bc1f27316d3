import type { HostReply, PtySize } from '../../../shared/contract/host-protocol';
import type { Entry } from '../entry';
import type { LogPage, OutputText } from '../ports';
import type { RegistryPorts } from '../registry-ports';
import { dropBrokenStart, toLines } from '../text/bounds';
import { cleanText } from '../text/render-pty';
import { logPathOf } from './log-path';
import { LogReader } from './log-reader';

const KEPT_BYTES = 200_000;
const DEFAULT_SIZE: PtySize = { cols: 120, rows: 30 };
const MAX_PAGE_LINES = 10_000;

interface KeptOutput {
  readonly text: string;
  readonly totalChars: number;
  readonly size: PtySize | null;
}

/** What a process has printed, for the model: from the host's tail while it has one, else from log or receipt. */
export class Outputs {
  constructor(private readonly _ports: RegistryPorts) {}

  /** Unmasked; never rejects. */
  async text(entry: Entry, { raw = false }: { readonly raw?: boolean } = {}): Promise<OutputText> {
    const kept = await this._kept(entry);
    const charsBefore = Math.max(0, kept.totalChars - kept.text.length);
    const text = charsBefore > 0 ? dropBrokenStart(kept.text) : kept.text;
    return { text: raw ? text : await this._readable(text, kept.size), totalChars: kept.totalChars, charsBefore };
  }

  /** While all of it is in the tail the lines are those of `text`; a longer output is paged from its log. */
  async page(entry: Entry, request: { readonly offset?: number; readonly limit: number }): Promise<LogPage> {
    const offset = request.offset === undefined ? null : Math.max(0, Math.floor(request.offset));
    const limit = Math.min(MAX_PAGE_LINES, Math.max(1, Math.floor(request.limit)));
    const kept = await this._kept(entry);
    if (kept.totalChars > kept.text.length || !entry.isOnHost) {
      const page = await this._pageOfLog(entry, { offset, limit });
      if (page !== null) return page;
    }
    const lines = toLines(await this._readable(kept.text, kept.size));
    const firstLine = offset === null ? Math.max(0, lines.length - limit) : Math.min(offset, lines.length);
    return {
      lines: lines.slice(firstLine, firstLine + limit),
      firstLine,
      totalLines: lines.length,
      bytesBefore: Math.max(0, kept.totalChars - kept.text.length),
    };
  }

  private _readable(text: string, size: PtySize | null): Promise<string> | string {
    return size === null ? cleanText(text) : this._ports.drawing.render(text, size);
  }

  private async _kept(entry: Entry): Promise<KeptOutput> {
    const tail = entry.isOnHost ? await this._tailOf(entry) : null;
    if (tail !== null) return { text: tail.text, totalChars: tail.totalChars, size: tail.pty };
    const text =
      (await this._log(entry)
        .tail(KEPT_BYTES)
        .catch(() => null)) ?? this._receiptTail(entry);
    const size = entry.record.pty ? DEFAULT_SIZE : null;
    return { text, totalChars: Math.max(entry.record.totalChars, text.length), size };
  }

  private _tailOf(entry: Entry): Promise<HostReply<'tail'> | null> {
    return this._ports.host.call('tail', { processId: entry.id }).catch(() => null);
  }

  private _receiptTail(entry: Entry): string {
    try {
      return this._ports.store.receipt(entry.id)?.tail ?? '';
    } catch {
      // A receipt that cannot be read is a receipt that is not there.
      return '';
    }
  }

  private _pageOfLog(entry: Entry, request: { offset: number | null; limit: number }): Promise<LogPage | null> {
    return this._log(entry)
      .page(request, entry.record.totalBytes)
      .catch(() => null);
  }

  private _log(entry: Entry): LogReader {
    return new LogReader(logPathOf(this._ports, entry.id));
  }
}
