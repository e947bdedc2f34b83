import type { Driver } from './driver.ts';
import { eventually } from './eventually.ts';
import { copyDemo } from './fixtures.ts';
import { readFocused } from './inPage.ts';
import type { Scenario, Stage } from './runner.ts';
import { inEachTheme } from './themes.ts';

const walkthrough = 'Getting Started with SHACL Repair';

/**
 * A new user's first Turtle file brings the walkthrough, once. The user goes through it by keyboard, on the bundled sample; own data
 * has been checked by then.
 */
export default {
  name: 'gettingStarted',
  prepare: copyDemo,

  async setUp() {
    return { settings: { 'workbench.welcomePage.walkthroughs.openOnInstall': true }, end: async () => {} };
  },

  async run(stage: Stage): Promise<void> {
    const { driver } = stage;
    const step = async (title: string, button: string): Promise<void> => {
      await openWalkthrough(driver);
      await focusByKeyboard(driver, title);
      await driver.page.keyboard.press('Enter');
      await focusByKeyboard(driver, button);
      await driver.screenshot(`gettingStarted-${title.toLowerCase().replaceAll(' ', '-')}`);
      await eventually(`${button} was pressed`, async () => {
        await driver.page.keyboard.press('Space');
        return driver.page
          .locator('.tab.active', { hasText: 'Walkthrough' })
          .waitFor({ state: 'detached', timeout: 15_000 })
          .then(
            () => true,
            () => false,
          );
      });
    };

    // The palette and the list of walkthroughs don't notice extensions that come while they are open.
    await driver.openFile('units.ttl');
    await driver.resultCount();
    const opened = driver.page.locator('.gettingStartedDetailsContent', { hasText: 'Check your own data' });
    await opened.waitFor();
    await driver.screenshot('gettingStarted-opened');
    await driver.runCommand('View: Close All Editors');
    await openWalkthrough(driver);
    await driver.runCommand('SHACL Repair: Validate Turtle File');
    await driver.waitForToast('Open a Turtle file first');
    await driver.clearToasts();

    await step('Or open the sample', 'Open the Sample');
    await driver.page.locator('.tab.active', { hasText: 'people.ttl' }).waitFor();
    await driver.waitForResults(5);

    await step('See what is wrong', 'Show the Problems');
    await driver.page.locator('.markers-panel-container', { hasText: 'people.ttl' }).first().waitFor();

    await step('Make your first repair', 'Show the Repairs');
    await driver.page.locator('.action-widget', { hasText: 'Change "36" to 36' }).first().waitFor();
    await driver.chooseQuickFix('Change "36" to 36 (the same text)');
    await driver.waitForResults(3);

    await step('Look at the report', 'Show the Report');
    await driver.page.locator('.tab', { hasText: 'Report: people.ttl' }).waitFor();

    await openWalkthrough(driver);
    await eventually('the steps with the sample are ticked', async () => {
      const ticks = driver.page.locator(
        '.getting-started-step .codicon-getting-started-step-checked:visible',
      );
      return (await ticks.count()) >= 4;
    });
    await inEachTheme(stage, (theme) => driver.screenshot(`gettingStarted-done-${theme}`));
  },
} satisfies Scenario;

async function openWalkthrough(driver: Driver): Promise<void> {
  await driver.runAndPick('Welcome: Open Walkthrough...', walkthrough);
  await driver.page.locator('.gettingStartedDetailsContent', { hasText: 'Check your own data' }).waitFor();
}

/** Presses Tab until something with a label has the focus. */
async function focusByKeyboard(driver: Driver, label: string): Promise<void> {
  await eventually(`${label} has the focus`, async () => {
    const focused = await driver.page.locator('body').evaluate(readFocused);
    if (focused.trim().startsWith(label)) return true;
    await driver.page.keyboard.press('Tab');
    return false;
  });
}
