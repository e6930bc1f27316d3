import type { Locator, Page } from '@playwright/test';

/** The main window as a person sees it: by roles and words, never by classes. */
export class MainPage {
  readonly conversation: Locator;
  readonly message: Locator;
  readonly processes: Locator;
  readonly sessions: Locator;
  readonly terminal: Locator;

  constructor(private readonly _page: Page) {
    this.conversation = _page.getByRole('log', { name: 'Conversation' });
    this.message = _page.getByRole('textbox', { name: 'Message', exact: true });
    this.processes = _page.getByRole('complementary', { name: 'Processes' });
    this.sessions = _page.getByRole('navigation', { name: 'Sessions', exact: true });
    this.terminal = _page.getByTestId('terminal').locator('.xterm-rows');
  }

  /** Keys do nothing before the page is there. */
  async press(keys: string): Promise<void> {
    await this._page.getByRole('banner').waitFor();
    await this._page.keyboard.press(keys);
  }

  async send(text: string): Promise<void> {
    await this.message.fill(text);
    await this._page.getByRole('button', { name: 'Send' }).click();
  }

  answer(name: string): Locator {
    return this._page.getByRole('region', { name: 'Approval' }).getByRole('button', { name, exact: true });
  }

  /** A session's row in the sidebar. */
  session(title: string): Locator {
    return this.sessions.getByRole('listitem').filter({ hasText: title });
  }

  /** A group of the sidebar, such as Needs you. */
  group(name: string): Locator {
    return this.sessions.getByRole('region', { name });
  }

  async openSettings(section: string): Promise<void> {
    await this.press('Control+,');
    await this._page
      .getByRole('navigation', { name: 'Sections of the settings' })
      .getByRole('button', { name: section })
      .click();
  }

  get settings(): Locator {
    return this._page.getByRole('main');
  }
}
