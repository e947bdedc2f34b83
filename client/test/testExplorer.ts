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

  /** Shows the tests below one. */
  async expand(name: string): Promise<void> {
    const { page } = this.#driver;
    await page.locator('.test-explorer .monaco-list-row', { hasText: name }).first().click();
    await page.keyboard.press('ArrowRight');
  }

  /** Does what a button in a test's row is for. */
  async click(name: string, button: string): Promise<void> {
    const { page } = this.#driver;
    const row = page.locator('.test-explorer .monaco-list-row', { hasText: name }).first();
    await row.hover();
    await row.getByRole('button', { name: button }).click();
  }

  /** Waits until a test is in a state. */
  async state(name: string, state: 'passed' | 'failed'): Promise<void> {
    const { page } = this.#driver;
    const icon = page.locator(`.codicon-testing-${state}-icon`);
    const rows = page.locator('.test-explorer .monaco-list-row', { has: icon });
    await rows.filter({ hasText: name }).first().waitFor();
  }
}
