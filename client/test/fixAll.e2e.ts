import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from './eventually.ts';
import { copyDemo } from './fixtures.ts';
import type { Scenario, Stage } from './runner.ts';

/** All certain repairs of a file in one step: applied, listed what is left, undone at once. */
export default {
  name: 'fixAll',
  prepare: copyDemo,

  async run({ driver, folder }: Stage): Promise<void> {
    const units = path.join(folder, 'units.ttl');
    const before = await readFile(units, 'utf8');
    await driver.openFile('units.ttl');
    const results = await driver.resultCount();

    await driver.runCommand('SHACL Repair: Fix All in File');
    const toast = await eventually('what was repaired is told', async () =>
      (await driver.toasts()).find((text) => text.includes('repaired in units.ttl')),
    );
    await driver.screenshot('fixAll-1-done');
    const [, repaired, left] =
      /^(\d+) results repaired in units\.ttl; (\d+) results are left for you to decide/.exec(toast)!;
    assert.equal(Number(repaired) + Number(left), results);
    await driver.waitForResults(Number(left));

    await driver.page.getByRole('button', { name: 'Show Remaining Results' }).click();
    // Only those that fit on the screen are rendered; upwards from the first is the last.
    await driver.quickPickItems();
    await driver.page.keyboard.press('ArrowUp');
    const rows = driver.page.locator('.quick-input-widget .monaco-list-row');
    await eventually('all results that are left are listed', async () => {
      const indices = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-index')));
      return Math.max(...indices.map(Number)) === Number(left) - 1;
    });
    await driver.screenshot('fixAll-2-left');
    await driver.page.keyboard.press('Escape');

    await driver.focusEditor();
    await driver.save();
    const fixed = await readFile(units, 'utf8');
    assert.deepEqual(comments(fixed), comments(before));
    await driver.undo();
    await driver.waitForResults(results);
    await driver.save();
    assert.equal(await readFile(units, 'utf8'), before);

    await driver.runCommand('SHACL Repair: Repair Plan');
    await driver.quickPickItems();
    await driver.screenshot('fixAll-3-plan');
    await driver.page.keyboard.press('Enter');
    await eventually('the ticked steps are made', async () => (await driver.resultCount()) < results);
    await driver.undo();
    await driver.waitForResults(results);
  },
} satisfies Scenario;

function comments(text: string): readonly string[] {
  return text.match(/(?<![<\w])# .*$/gm) ?? [];
}
