import type { FrameLocator, Locator, Page } from 'playwright-core';
import { actUntil, eventually } from './eventually.ts';

/** What a person does and sees in the view of a suite. */
export class SuitePage {
  readonly #page: Page;
  readonly #frame: FrameLocator;

  constructor(page: Page) {
    this.#page = page;
    this.#frame = page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
  }

  /** The cases that are drawn. */
  get cases(): Locator {
    return this.#frame.locator('[role=treeitem][aria-level="1"]');
  }

  /** What is drawn below expanded cases. */
  get details(): Locator {
    return this.#frame.locator('[role=treeitem][aria-level="2"]');
  }

  get cells(): Locator {
    return this.#frame.locator('.matrix td.cell');
  }

  get filter(): Locator {
    return this.#frame.getByLabel('Filter cases');
  }

  /** Takes the defaults of what is asked before a suite is generated, from a step on. */
  async acceptOptions(from = 1): Promise<void> {
    let last = from;
    for (let step = from; step <= last; step++) {
      const title = this.#page.locator('.quick-input-title:visible', { hasText: `(${step}/` });
      last = Number(/\/(\d+)\)/.exec((await title.textContent()) ?? '')![1]);
      const input = this.#page.locator('.quick-input-widget:visible input.input');
      const take = () => input.press('Enter', { timeout: 3000 }).catch(() => {});
      await actUntil(`step ${step} is taken`, take, title, 'hidden');
    }
  }

  button(name: string | RegExp): Locator {
    return this.#frame.getByRole('button', { name });
  }

  link(name: string | RegExp): Locator {
    return this.#frame.locator('button.link', { hasText: name });
  }

  /** The first line, as soon as it fits. */
  async heading(expected: string | RegExp): Promise<string> {
    const heading = this.#frame.getByRole('heading', { level: 1 }).filter({ hasText: expected });
    await heading.waitFor();
    return ((await heading.textContent()) ?? '').trim();
  }

  /** Waits for a sentence on the suite. */
  async note(text: string): Promise<void> {
    await this.#frame.locator('header p', { hasText: text }).waitFor();
  }

  /** Shows a tab, by keyboard. */
  async tab(name: string): Promise<void> {
    await this.#frame.locator('[role=tab][aria-selected=true]').focus();
    await eventually(`the tab ${name} is shown`, async () => {
      const shown = this.#frame.locator('[role=tab][aria-selected=true]');
      if ((await shown.textContent())?.startsWith(name)) return true;
      await this.#page.keyboard.press('ArrowRight');
      return false;
    });
  }

  /** Presses a key on what has the keyboard's focus in the page, until it has an effect. */
  async press(key: string, effect: Locator): Promise<void> {
    const act = () => this.#frame.locator(':focus').press(key);
    await actUntil(`${key} has an effect`, act, effect);
  }

  /** What has the keyboard's focus, as screen readers tell it. */
  async focused(): Promise<string> {
    const focused = this.#frame.locator(':focus');
    await focused.waitFor();
    return (await focused.getAttribute('aria-label')) ?? '';
  }

  /** Waits for the line beside the filter. */
  async shown(text: string): Promise<void> {
    await this.count(text).waitFor();
  }

  /** The line beside the filter. */
  count(text: string): Locator {
    return this.#frame.locator('.shown', { hasText: text });
  }
}
