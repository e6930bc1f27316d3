import { lastChars } from '../../../shared/lib/cut-text';
import type { Entry } from '../entry';
import { logPathOf } from '../output/log-path';
import { LogReader } from '../output/log-reader';
import type { RegistryPorts } from '../registry-ports';
import { dropBrokenStart } from '../text/bounds';
import { cleanText } from '../text/render-pty';

const FINAL_TAIL_CHARS = 2_000;
const LOG_TAIL_BYTES = 32_000;
const DEFAULT_SIZE = { cols: 120, rows: 30 };

export interface RawTail {
  readonly text: string;
  readonly totalChars: number;
}

export interface FinalTail {
  /** Stripped or drawn, masked, at most 2,000 characters. */
  readonly text: string;
  readonly charsBefore: number;
}

/** The last words of a process as receipts and events hold them. It is masked before it is cut. */
export class FinalTails {
  constructor(private readonly _ports: Pick<RegistryPorts, 'host' | 'drawing' | 'mask' | 'logFolder'>) {}

  /** Where nobody could hand over a tail (no host any more), the log file has it. */
  async of(entry: Entry, given: RawTail): Promise<FinalTail> {
    const short = given.text === '' ? await this._fromLog(entry, given) : given;
    const cleaned = await this._clean(entry, short);
    const isWhole = short.text.length >= short.totalChars;
    if (isWhole || cleaned.length >= FINAL_TAIL_CHARS || !entry.isOnHost) return this._cut(cleaned, short);
    const long = await this._ports.host.call('tail', { processId: entry.id }).catch(() => null);
    return long === null ? this._cut(cleaned, short) : this._cut(await this._clean(entry, long), long);
  }

  private async _fromLog(entry: Entry, given: RawTail): Promise<RawTail> {
    if (entry.isOnHost && given.totalChars === 0) return given;
    const text = (await new LogReader(logPathOf(this._ports, entry.id)).tail(LOG_TAIL_BYTES)) ?? '';
    return { text, totalChars: Math.max(given.totalChars, text.length) };
  }

  private _clean(entry: Entry, raw: RawTail): Promise<string> | string {
    const text = raw.text.length < raw.totalChars ? dropBrokenStart(raw.text) : raw.text;
    return entry.record.pty ? this._ports.drawing.render(text, DEFAULT_SIZE) : cleanText(text);
  }

  private _cut(cleaned: string, raw: RawTail): FinalTail {
    const { text, cutChars } = lastChars(this._ports.mask(cleaned), FINAL_TAIL_CHARS);
    return { text, charsBefore: Math.max(0, raw.totalChars - raw.text.length) + cutChars };
  }
}
