import type { FrameLocator, Page } from 'playwright-core';

/** What a person sees in the report of an evaluation. */
export class EvaluationPage {
  readonly #page: Page;
  readonly #frame: FrameLocator;

  constructor(page: Page) {
    this.#page = page;
    this.#frame = page
      .locator('iframe.webview.ready:visible')
      .last()
      .contentFrame()
      .frameLocator('iframe#active-frame');
  }

  /** Waits until the report of a run is in front and drawn. */
  async of(run: string): Promise<void> {
    const tab = this.#page.locator('.tab.active', { hasText: `Evaluation: ${run}` });
    await tab.waitFor();
    await this.#frame.locator('h1').waitFor();
  }

  /** Waits until each of its charts has marks, given how their descriptions begin. */
  async charts(descriptions: readonly string[]): Promise<void> {
    for (const description of descriptions) {
      const chart = this.#frame.locator(`svg[aria-label^="${description}"]`).first();
      await chart.locator('rect, circle, line, path').first().waitFor({ state: 'attached' });
    }
  }

  /** Brings a part to sight, given its heading. */
  async goTo(heading: string): Promise<void> {
    await this.#frame.getByRole('heading', { name: heading, exact: true }).first().scrollIntoViewIfNeeded();
  }
}
