import type { KeySeal, Sealed } from '../../src/main/keys/ports';

/** A key store that turns bytes around: what it sealed cannot be read by eye, and every instance has its own mask. */
export class ScriptedSeal implements KeySeal {
  trusted = true;
  isStale = false;
  /** What was asked of it, in order. */
  readonly calls: string[] = [];
  broken: Error | null = null;

  constructor(private readonly _mask = 0x5a) {}

  async isTrusted(): Promise<boolean> {
    this.calls.push('isTrusted');
    return this.trusted;
  }

  async seal(text: string): Promise<Sealed> {
    this.calls.push('seal');
    if (this.broken) throw this.broken;
    return { api: 'sync', blob: this._turned(Buffer.from(text)) };
  }

  async open({ blob }: Sealed): Promise<{ text: string; isStale: boolean }> {
    this.calls.push('open');
    if (this.broken) throw this.broken;
    return { text: Buffer.from(this._turned(blob)).toString('utf8'), isStale: this.isStale };
  }

  private _turned(bytes: Uint8Array): Uint8Array {
    return bytes.map((byte) => byte ^ this._mask);
  }
}
