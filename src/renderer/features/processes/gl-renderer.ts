import { WebglAddon } from '@xterm/addon-webgl';
import type { Terminal } from '@xterm/xterm';
import { Owner } from '../../../shared/lib/lifecycle';

/** `webgl` or `dom` in the page's storage decides by hand; anything else lets the page decide. */
const RENDERER_CHOICE_KEY = 'talaria.terminal-renderer';

/**
 * Draws a terminal with WebGL while it is shown, and lets go of the context while it is not: a page may hold only a
 * few. Where the context is lost, or only a software one is to be had, the terminal draws with the DOM.
 */
export class GlRenderer extends Owner {
  private _addon: WebglAddon | null = null;
  private _hasFailed = false;

  constructor(private readonly _terminal: Terminal) {
    super();
  }

  show(): void {
    if (this._addon !== null || this._hasFailed || this.isDisposed || !isGlWanted()) return;
    const addon = new WebglAddon();
    try {
      this._terminal.loadAddon(addon);
    } catch {
      this._hasFailed = true;
      addon.dispose();
      return;
    }
    this._addon = addon;
    addon.onContextLoss(() => this._fallBack(addon));
    // The addon itself waits three seconds for the context to come back; a blank terminal is not kept that long.
    for (const canvas of this._canvases()) canvas.addEventListener('webglcontextlost', () => this._fallBack(addon));
  }

  hide(): void {
    const addon = this._addon;
    if (addon === null) return;
    this._addon = null;
    const canvases = this._canvases();
    addon.dispose();
    for (const canvas of canvases) releaseContext(canvas);
  }

  override dispose(): void {
    this.hide();
    super.dispose();
  }

  /** Letting go of a context loses it as well; that is heard late, and means nothing to the next one. */
  private _fallBack(lost: WebglAddon): void {
    if (this._addon !== lost) return;
    this._hasFailed = true;
    this.hide();
    this._terminal.refresh(0, this._terminal.rows - 1);
  }

  private _canvases(): readonly HTMLCanvasElement[] {
    return [...(this._terminal.element?.querySelectorAll('canvas') ?? [])];
  }
}

/** Frees the context now, not when the canvas is collected. A canvas of another kind answers null. */
function releaseContext(canvas: HTMLCanvasElement): void {
  canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
}

let hasHardware: boolean | null = null;

function isGlWanted(): boolean {
  const choice = localStorage.getItem(RENDERER_CHOICE_KEY);
  if (choice === 'webgl' || choice === 'dom') return choice === 'webgl';
  hasHardware ??= findHardware();
  return hasHardware;
}

/** WebGL that the processor has to draw is slower than the DOM. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

function findHardware(): boolean {
  const context = document.createElement('canvas').getContext('webgl2', { failIfMajorPerformanceCaveat: true });
  if (context === null) return false;
  const names = context.getExtension('WEBGL_debug_renderer_info');
  const name: unknown = context.getParameter(names?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER);
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return !SOFTWARE.test(String(name));
}
