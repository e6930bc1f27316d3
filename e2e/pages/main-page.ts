import type { Locator, Page } from '@playwright/test';

/** The main window as a person sees it: by roles and words, never by classes. */
export class MainPage {
  readonly conversation: Locator;
  readonly processes: Locator;
  readonly sessions: Locator;
  readonly terminal: Locator;

  constructor(private readonly _page: Page) {
    this.conversation = _page.getByRole('log', { name: 'Conversation' });
    this.processes = _page.getByRole('complementary', { name: 'Processes' });
    this.sessions = _page.getByRole('navigation', { name: 'Sessions' });
    this.terminal = _page.getByTestId('terminal').locator('.xterm-rows');
  }

  async send(text: string): Promise<void> {
    await this._page.getByRole('textbox', { name: 'Message', exact: true }).fill(text);
    await this._page.getByRole('button', { name: 'Send' }).click();
  }

  answer(name: string): Locator {
    return this._page.getByRole('region', { name: 'Approval' }).getByRole('button', { name, exact: true });
  }
}
