import type { ElectronApplication, Locator, Page } from '@playwright/test';

/** The conversation as a person sees it, and a few things that only a machine can count. */
export class ConversationPage {
  readonly page: Page;
  readonly cwd: string;
  readonly log: Locator;
  readonly field: Locator;
  private readonly _app: ElectronApplication;

  constructor({ app, page, cwd }: { readonly app: ElectronApplication; readonly page: Page; readonly cwd: string }) {
    this._app = app;
    this.page = page;
    this.cwd = cwd;
    this.log = page.getByRole('log', { name: 'Conversation' });
    this.field = page.getByRole('textbox', { name: 'Message', exact: true });
  }

  /** Types a message and sends it, by keyboard. */
  async say(text: string): Promise<void> {
    await this.field.focus();
    await this.page.keyboard.insertText(text);
    await this.page.keyboard.press('Enter');
  }

  async newSession(): Promise<void> {
    await this.page.getByRole('button', { name: 'New session' }).press('Enter');
    await this.page.getByText('Say what you want done.').waitFor();
  }

  async show(title: string): Promise<void> {
    await this.page
      .getByRole('navigation', { name: 'Sessions' })
      .getByRole('button', { name: new RegExp(title) })
      .first()
      .click();
    await this.field.focus();
  }

  async clipboard(): Promise<string> {
    return this._app.evaluate(({ clipboard }) => clipboard.readText());
  }

  /** What find has marked. */
  async highlighted(): Promise<{ readonly all: number; readonly current: string }> {
    return this.page.evaluate(() => {
      const rangesOf = (name: string) => [...(CSS.highlights.get(name) ?? [])] as Range[];
      return { all: rangesOf('talk-find').length, current: rangesOf('talk-find-current').map(String).join('|') };
    });
  }

  async distanceToEnd(): Promise<number> {
    return this.log.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
  }

  async drawnItems(): Promise<number> {
    return this.log.locator('[data-item]').count();
  }

  async scrollBy(pixels: number): Promise<void> {
    await this.log.hover();
    await this.page.mouse.wheel(0, pixels);
  }

  /** The first item that can be seen, and where. */
  async firstInView(): Promise<{ readonly text: string; readonly top: number } | null> {
    return this.log.evaluate((box) => {
      const view = box.getBoundingClientRect();
      for (const item of box.querySelectorAll('[data-item]')) {
        const { top, bottom } = item.getBoundingClientRect();
        if (bottom > view.top) return { text: item.textContent ?? '', top: Math.round(top - view.top) };
      }
      return null;
    });
  }

  /** As if dragged from a file manager. */
  async dropFiles(files: readonly string[]): Promise<void> {
    const devtools = await this.page.context().newCDPSession(this.page);
    const box = await this.log.boundingBox();
    const at = { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 40 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await devtools.send('Input.dispatchDragEvent', {
        type,
        ...at,
        data: { items: [], files: [...files], dragOperationsMask: 1 },
      });
    await devtools.detach();
  }
}
