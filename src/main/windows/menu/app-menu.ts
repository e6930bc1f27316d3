import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { PageCommandName } from '../../../shared/contract/command-keys';
import { type Disposable, toDisposable } from '../../../shared/lib/lifecycle';
import { type MenuEntry, menuTemplate, type ShellAct } from './menu-template';

export interface MenuPorts {
  readonly command: (name: PageCommandName) => void;
  readonly act: (act: ShellAct) => void;
}

/** The native menu. Its keys work while the page does not take them for itself. */
export class AppMenu implements Disposable {
  private readonly _end: Disposable;

  constructor(private readonly _ports: MenuPorts) {
    const groups = menuTemplate(process.platform).map(({ label, entries }) => ({
      label,
      submenu: entries.map((entry) => this._item(entry)),
    }));
    Menu.setApplicationMenu(Menu.buildFromTemplate(groups));
    this._end = toDisposable(() => Menu.setApplicationMenu(null));
  }

  /** Items that work on a session follow what the page shows. */
  showsSession(isShown: boolean): void {
    const menu = Menu.getApplicationMenu();
    for (const { entries } of menuTemplate(process.platform)) {
      for (const entry of entries) {
        if (entry.kind !== 'command' || !entry.needsSession) continue;
        const item = menu?.getMenuItemById(entry.id);
        if (item) item.enabled = isShown;
      }
    }
  }

  dispose(): void {
    this._end.dispose();
  }

  private _item(entry: MenuEntry): MenuItemConstructorOptions {
    switch (entry.kind) {
      case 'separator':
        return { type: 'separator' };
      case 'role':
        return { role: entry.role };
      case 'command': {
        const { id, label, accelerator } = entry;
        return { id, label, accelerator, click: () => this._ports.command(id) };
      }
      case 'act': {
        const { id, label, accelerator } = entry;
        return { id, label, ...(accelerator === null ? {} : { accelerator }), click: () => this._ports.act(id) };
      }
    }
  }
}
