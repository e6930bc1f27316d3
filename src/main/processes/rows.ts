import { messageOf } from '../../shared/errors/app-error';
import type { ProcessId } from '../../shared/lib/ids';
import type { ProcessRecord } from '../../shared/schemas/process';
import type { Receipt } from './ports';
import type { RegistryPorts } from './registry-ports';

/** Rows on disk. A disk that refuses never stops a process (case 157): it is noted, and the answer is false. */
export class Rows {
  constructor(private readonly _ports: Pick<RegistryPorts, 'store' | 'ownerPid' | 'note'>) {}

  save(record: ProcessRecord): boolean {
    return this._try(`the row of ${record.id}`, () => this._ports.store.saveProcess(record, this._ports.ownerPid));
  }

  remove(id: ProcessId): boolean {
    return this._try(`the row of ${id}`, () => this._ports.store.removeProcess(id));
  }

  saveReceipt(receipt: Receipt): boolean {
    return this._try(`the receipt of ${receipt.processId}`, () => this._ports.store.saveReceipt(receipt));
  }

  private _try(what: string, write: () => void): boolean {
    try {
      write();
      return true;
    } catch (error) {
      this._ports.note('error', `${what} could not be written: ${messageOf(error)}`);
      return false;
    }
  }
}
