import { AppError } from '../../../shared/errors/app-error';
import type { ProcessId } from '../../../shared/lib/ids';
import type { Entry } from '../entry';
import type { KeptText } from '../ports';
import type { RegistryPorts } from '../registry-ports';
import { cleanText } from '../text/render-pty';
import { logPathOf } from './log-path';
import { LogReader } from './log-reader';
import type { Outputs } from './outputs';

const KEPT_BYTES = 200_000;

/** What can still be read of a process, from its tail, its log or its receipt, whichever there is. */
export class KeptTexts {
  constructor(
    private readonly _ports: Pick<RegistryPorts, 'store' | 'logFolder'>,
    private readonly _outputs: Outputs,
  ) {}

  /** Unmasked. `entry` is null for one that is no longer listed. Rejects with PROCESS_NOT_FOUND. */
  async of(id: ProcessId, entry: Entry | null): Promise<KeptText> {
    if (entry === null) return this._ofUnlisted(id);
    const { text, charsBefore } = await this._outputs.text(entry);
    return { text, isWhole: charsBefore === 0 };
  }

  private async _ofUnlisted(id: ProcessId): Promise<KeptText> {
    const receipt = this._ports.store.receipt(id);
    const log = await new LogReader(logPathOf(this._ports, id)).tail(KEPT_BYTES).catch(() => null);
    if (log !== null) return { text: cleanText(log), isWhole: receipt !== null && log.length >= receipt.totalChars };
    if (receipt !== null) return { text: receipt.tail, isWhole: receipt.tail.length >= receipt.totalChars };
    throw new AppError('PROCESS_NOT_FOUND', 'Nothing of that process is kept any more.');
  }
}
