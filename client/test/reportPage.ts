import type { FrameLocator, Locator, Page } from 'playwright-core';
import { actUntil, eventually } from './eventually.ts';

/** What a person does and sees in the validation report, by keyboard as far as there is a key. */
export class ReportPage {
  readonly #page: Page;
  readonly #frame: FrameLocator;

  constructor(page: Page) {
    this.#page = page;
    this.#frame = page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
  }

  /** All rows that are drawn. */
  get rows(): Locator {
    return this.#frame.locator('[role=treeitem]');
  }

  get results(): Locator {
    return this.#frame.locator('[role=treeitem][aria-level="2"]');
  }

  get groups(): Locator {
    return this.#frame.locator('[role=treeitem][aria-level="1"]');
  }

  get tree(): Locator {
    return this.#frame.locator('[role=tree]');
  }

  get filter(): Locator {
    return this.#frame.getByLabel('Filter results');
  }

  /** What was just done. */
  get said(): Locator {
    return this.#frame.locator('.said');
  }

  button(name: string): Locator {
    return this.#frame.getByRole('button', { name });
  }

  /** The first line of the report, as soon as it fits. */
  async verdict(expected: string | RegExp): Promise<string> {
    const heading = this.heading(expected);
    await heading.waitFor();
    return ((await heading.textContent()) ?? '').trim();
  }

  heading(expected: string | RegExp): Locator {
    return this.#frame.getByRole('heading').filter({ hasText: expected });
  }

  /** Waits for the line beside the filter. */
  async shown(text: string): Promise<void> {
    await this.#frame.locator('.shown', { hasText: text }).waitFor();
  }

  /**
   * Brings the keyboard's focus back to the row that had it, by the key for the second column of editors. VS Code looks
   * four times a second whether a page has the focus, and may not notice a click into one that has just lost it.
   */
  async focusTree(): Promise<void> {
    await this.#page.keyboard.press('Control+2');
    await this.#page.locator('.editor-group-container.active .tab.active', { hasText: 'Report: ' }).waitFor();
    await this.#current.focus();
  }

  /** Presses a key on the row that has the keyboard's focus in the tree, until it has an effect. */
  async press(key: string, effect: Locator): Promise<void> {
    const act = async () => {
      await this.focusTree();
      await this.#current.press(key);
    };
    await actUntil(`${key} has an effect`, act, effect);
  }

  get #current(): Locator {
    return this.#frame.locator('[role=treeitem][tabindex="0"]');
  }

  async groupBy(name: string): Promise<void> {
    await this.#frame.getByLabel(name, { exact: true }).check({ force: true });
  }

  /** The row that has the keyboard's focus, as screen readers tell it. */
  async focused(): Promise<string> {
    const row = this.#frame.locator('[role=treeitem]:focus');
    await row.waitFor();
    return (await row.getAttribute('aria-label')) ?? '';
  }

  /** Presses a key until the row in focus fits. */
  async moveTo(key: string, label: RegExp): Promise<string> {
    return eventually(`a row with ${label} has the focus`, async () => {
      const focused = await this.focused();
      if (label.test(focused)) return focused;
      await this.#page.keyboard.press(key);
      return false;
    });
  }
}
