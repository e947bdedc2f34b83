import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Driver } from './driver.ts';
import { copyDemo } from './fixtures.ts';
import type { Inputs, Scenario, Stage } from './runner.ts';

const turtle = '@prefix ex: <http://example.org/> .\nex:a a ex:Thing .\n';
const inMenus = ['Validate Turtle File', 'Show Validation Report', 'Link Shapes…', 'Generate VIO Benchmark'];

/** Where new users look for the extension: palette, context menus, empty views, file icons. */
export default {
  name: 'discovery',
  isLong: true,

  async prepare(folder: string, inputs: Inputs): Promise<void> {
    await copyDemo(folder, inputs);
    // Files without a Turtle extension that do not begin with @prefix.
    await writeFile(path.join(folder, 'header.data'), `# shapes: shapes/unit-shapes.ttl\n\n${turtle}`);
    await writeFile(
      path.join(folder, 'sparql.data'),
      'prefix ex: <http://example.org/>\nex:a a ex:Thing .\n',
    );
  },

  async run({ driver, workbench }: Stage): Promise<void> {
    const { page } = driver;
    // A file that is no Turtle: commands are run once the workbench has started.
    await driver.openFile('README.md');
    for (const title of [
      ...['Validate Turtle File', 'Show Validation Report', 'Link Shapes…', 'Fix All in File'],
      ...['Generate VIO Benchmark', 'Generate Sample Data…', 'Explain Connection…', 'Cross-Check'],
    ]) {
      await driver.runCommand(`SHACL Repair: ${title}`);
      await driver.waitForToast('Open a Turtle file first');
      // The extension runs, and has started nothing for a folder of which no file is open.
      if (title === 'Validate Turtle File') assert.deepEqual(await workbench.processes('dist/server.js'), []);
      await driver.clearToasts();
      // VS Code drops what is more than three notifications in 800 ms.
      await page.waitForTimeout(500);
    }

    await finds(driver, 'Turtle', 'SHACL Repair: Validate Turtle File');
    await finds(driver, 'validate', 'SHACL Repair: Validate Turtle File');
    await finds(driver, 'shapes', 'SHACL Repair: Link Shapes…');
    await finds(driver, 'getting started', 'SHACL Repair: Getting Started');

    const file = page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'units.ttl' });
    await file.locator('.turtle-lang-file-icon').waitFor();
    await file.click({ button: 'right' });
    await hasMenu(driver, 'discovery-1-explorer');

    await driver.openFile('units.ttl');
    await driver.resultCount();
    await page.keyboard.press('Shift+F10');
    await hasMenu(driver, 'discovery-2-editor');

    await driver.runCommand('Testing: Focus on Test Explorer View');
    await page.locator('.welcome-view', { hasText: 'Generate a suite of violations' }).first().waitFor();
    await driver.screenshot('discovery-3-empty-view');

    for (const name of ['header.data', 'sparql.data']) {
      await driver.openFile(name);
      await driver.statusBarItem('Turtle');
    }
  },
} satisfies Scenario;

/** Searches the palette by words instead of by the name of a command. */
async function finds(driver: Driver, words: string, title: string): Promise<void> {
  const { page } = driver;
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget:visible input.input').fill(`>${words}`);
  const items = await driver.waitForQuickPick(title);
  assert.ok(
    items.some((item) => item.startsWith(title)),
    `${words} does not find ${title}.`,
  );
  await page.keyboard.press('Escape');
  await page.locator('.quick-input-widget:visible').waitFor({ state: 'detached' });
}

/** Waits until the open context menu has our commands, and closes it. */
async function hasMenu(driver: Driver, picture: string): Promise<void> {
  const menu = driver.page.locator('.context-view .monaco-menu').first();
  for (const title of inMenus) await menu.getByText(title, { exact: true }).waitFor();
  await driver.screenshot(picture);
  await driver.page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
}
