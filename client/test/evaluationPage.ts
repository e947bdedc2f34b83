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
    await tab.waitFor({ timeout: 120_000 });
    await this.#frame.locator('h1').waitFor();
  }

  /** How many marks each chart has, by its heading. */
  async charts(): Promise<readonly string[]> {
    const found = await this.#frame
      .locator('svg')
      .evaluateAll((all) =>
        all.map((svg) => `${svg.getAttribute('aria-label')} ${svg.querySelectorAll('*').length}`),
      );
    console.log(found);
    return found;
  }
}
