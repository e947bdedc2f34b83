import type { Driver } from './driver.ts';
import { eventually } from './eventually.ts';

/** What a person sees in the Test Explorer. */
export class TestExplorer {
  readonly #driver: Driver;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  async open(): Promise<void> {
    // The view is there as soon as an extension has said that there are tests.
    await this.#driver.page.locator('.activitybar .action-label[aria-label^="Testing"]').first().waitFor();
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

  /** Runs a test with one of the run profiles. */
  async runUsing(name: string, profile: string): Promise<void> {
    await this.#askForProfile(name);
    await this.#driver.choose(profile);
  }

  /** The run profiles that a test can be run with. */
  async profiles(name: string): Promise<readonly string[]> {
    await this.#askForProfile(name);
    const items = await this.#driver.quickPickItems();
    await this.#driver.page.keyboard.press('Escape');
    return items;
  }

  /** A menu that has just appeared may not listen to clicks yet. */
  async #askForProfile(name: string): Promise<void> {
    const { page } = this.#driver;
    const row = page.locator('.test-explorer .monaco-list-row', { hasText: name }).first();
    const choice = page
      .locator('.monaco-menu:visible .action-item', { hasText: 'Execute Using Profile' })
      .first();
    const profiles = page.locator('.quick-input-widget:visible .monaco-list-row').first();
    await eventually('run profiles are shown', async () => {
      if (!(await choice.isVisible())) await row.click({ button: 'right' });
      await choice.click({ timeout: 2000 }).catch(() => {}); // It may have gone, as it should.
      return profiles.waitFor({ timeout: 2000 }).then(
        () => true,
        () => false,
      );
    });
  }

  /** Shows what came of a test in the last run. */
  async showResult(name: string): Promise<void> {
    const { page } = this.#driver;
    await page.locator('.test-output-peek-tree .monaco-list-row', { hasText: name }).first().click();
  }

  /** Waits until texts are shown as what was expected, and what is. */
  async difference({
    expected,
    actual,
  }: {
    readonly expected: string;
    readonly actual: string;
  }): Promise<void> {
    const { page } = this.#driver;
    const diff = page
      .locator(
        '.test-output-peek .monaco-diff-editor, .test-output-peek-message-container .monaco-diff-editor',
      )
      .first();
    await diff.locator('.editor.original .view-line', { hasText: expected }).first().waitFor();
    await diff.locator('.editor.modified .view-line', { hasText: actual }).first().waitFor();
  }

  /** Waits until a test is in a state. */
  async state(name: string, state: 'passed' | 'failed' | 'error'): Promise<void> {
    const { page } = this.#driver;
    const icon = page.locator(`.codicon-testing-${state}-icon`);
    const rows = page.locator('.test-explorer .monaco-list-row', { has: icon });
    await rows.filter({ hasText: name }).first().waitFor();
  }
}
