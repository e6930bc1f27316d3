import { nativeTheme } from 'electron';
import { Emitter } from '../../shared/lib/emitter';
import { Owner, toDisposable } from '../../shared/lib/lifecycle';
import type { Settings } from '../../shared/schemas/settings';

type Theme = Settings['appearance']['theme'];

/** The page's background before it has drawn anything: no flash of another colour (src/renderer/app/tokens.css). */
const BACKGROUND = { dark: '#101216', light: '#fbfbfa' };

/** Light or dark, by the settings or by what this run was told; and how large. */
export class Appearance extends Owner {
  private readonly _changed = this.own(new Emitter<void>());
  private _zoomPercent = 100;

  /** The background or the zoom is another one. */
  readonly onChange = this._changed.event;

  constructor(private readonly _forcedTheme: Theme | null) {
    super();
    const tell = () => this._changed.fire();
    nativeTheme.on('updated', tell);
    this.own(toDisposable(() => nativeTheme.off('updated', tell)));
  }

  use({ theme, zoomPercent }: Settings['appearance']): void {
    nativeTheme.themeSource = this._forcedTheme ?? theme;
    this._zoomPercent = zoomPercent;
    this._changed.fire();
  }

  get background(): string {
    return nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light;
  }

  get zoomFactor(): number {
    return this._zoomPercent / 100;
  }
}
