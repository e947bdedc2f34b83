import type { FrameLocator, Locator, Page } from 'playwright-core';

/** What a person does and sees in the view of a connection. */
export class ConnectionPage {
  readonly #frame: FrameLocator;

  constructor(page: Page) {
    this.#frame = page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
  }

  button(name: string | RegExp): Locator {
    return this.#frame.getByRole('button', { name });
  }

  /** A triple in the lists. */
  link(text: string): Locator {
    return this.#frame.locator('button.link', { hasText: text });
  }

  /** The first line. */
  heading(expected: string): Locator {
    return this.#frame.getByRole('heading', { level: 1 }).filter({ hasText: expected });
  }

  /** Waits for a text anywhere. */
  async text(expected: string): Promise<void> {
    await this.textAnywhere(expected).waitFor();
  }

  textAnywhere(expected: string): Locator {
    return this.#frame.getByText(expected).first();
  }
}
