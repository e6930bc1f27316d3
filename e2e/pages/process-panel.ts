import type { ElectronApplication, Locator, Page } from '@playwright/test';

/** The processes panel as a person sees it, and the clipboard that its terminals copy to. */
export class ProcessPanelPage {
  readonly root: Locator;
  readonly list: Locator;
  /** The rows that the terminal draws right now. */
  readonly screen: Locator;
  /** What a person clicks to type. */
  readonly terminal: Locator;

  constructor(
    private readonly _page: Page,
    private readonly _app: ElectronApplication,
  ) {
    this.root = _page.getByRole('complementary', { name: 'Processes' });
    this.list = this.root.getByRole('grid', { name: 'Process list' });
    this.terminal = _page.getByTestId('terminal');
    this.screen = this.terminal.locator('.xterm-rows');
  }

  row(command: string): Locator {
    return this.list.getByRole('row').filter({ hasText: command });
  }

  button(name: string): Locator {
    return this.root.getByRole('button', { name, exact: true });
  }

  async openMenu(item: string): Promise<void> {
    await this.button('Start a process or shell').click();
    await this._page.getByRole('menuitem', { name: item }).click();
  }

  /** Starts a process through the dialog, in a terminal unless told otherwise. */
  async start(command: string, { pty = true, folder = '' } = {}): Promise<void> {
    await this.openMenu('New process');
    const dialog = this._page.getByRole('dialog', { name: 'Start a process' });
    await dialog.getByRole('textbox', { name: 'Command' }).fill(command);
    if (folder !== '') await dialog.getByRole('textbox', { name: 'Folder' }).fill(folder);
    if (!pty) await dialog.getByRole('switch', { name: 'Run in a terminal' }).click();
    await dialog.getByRole('button', { name: 'Start', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  /** Everything in the terminal, scrolled away or not, by its own select and copy. */
  async wholeText(): Promise<string> {
    const before = `before ${Math.random()}`;
    await this.setClipboard(before);
    await this.focusTerminal();
    await this._page.keyboard.press('Control+Shift+A');
    await this._page.keyboard.press('Control+Shift+C');
    for (let i = 0; i < 100; i++) {
      const text = await this.clipboard();
      if (text !== before) return text.replace(/\s+$/, '');
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
    }
    throw new Error('the terminal copied nothing');
  }

  async focusTerminal(): Promise<void> {
    await this.terminal.locator('textarea').focus();
  }

  async clipboard(): Promise<string> {
    return this._app.evaluate(({ clipboard }) => clipboard.readText());
  }

  async setClipboard(text: string): Promise<void> {
    await this._app.evaluate(({ clipboard }, given) => clipboard.writeText(given), text);
  }
}
