import type { Driver } from './driver.ts';

/** What a person sees in the Test Explorer. */
export class TestExplorer {
  readonly #driver: Driver;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  async open(): Promise<void> {
    await this.#driver.runCommand('Testing: Focus on Test Explorer View');
    await this.#driver.page.locator('.test-explorer .monaco-list-row').first().waitFor();
  }

  /** Waits until a test is in a state, as its label for screen readers says. */
  async state(name: string, state: 'Passed' | 'Failed'): Promise<void> {
    const row = this.#driver.page.locator(`.test-explorer .monaco-list-row[aria-label*="${name}"]`);
    await row
      .and(this.#driver.page.locator(`[aria-label*="${state}"]`))
      .first()
      .waitFor();
  }
}
