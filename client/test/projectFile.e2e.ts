import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from './eventually.ts';
import { copyDemo, find } from './fixtures.ts';
import type { Inputs, Scenario, Stage } from './runner.ts';

const literal = '"0.3048"';

const project = `{
  // What belongs to the data of this project.
  "failOn": "info",
}
`;

const linked = `{
  "links": [
    { "data": "units.ttl", "shapes": ["shapes/unit-shapes.ttl"] }
  ],
  // What belongs to the data of this project.
  "failOn": "info",
}
`;

/** A command links shapes in the project file. A mistake in it shows at once, and its keys are completed. */
export default {
  name: 'projectFile',
  isLong: true,

  async prepare(folder: string, inputs: Inputs): Promise<void> {
    await copyDemo(folder, inputs);
    const units = path.join(folder, 'units.ttl');
    const text = await readFile(units, 'utf8');
    await writeFile(units, text.replaceAll(/^# (shapes|context): .*\n/gm, ''));
    await writeFile(path.join(folder, 'shacl-repair.jsonc'), project);
  },

  async run({ driver, folder }: Stage): Promise<void> {
    const file = path.join(folder, 'shacl-repair.jsonc');
    await driver.openFile('units.ttl');
    await driver.statusBarItem('SHACL: no shapes – link…');
    await driver.goTo(await find(path.join(folder, 'units.ttl'), literal));
    await driver.runCommand('SHACL Repair: Link Shapes');
    await driver.waitForQuickPick('unit-shapes.ttl');
    await driver.choose('unit-shapes.ttl');
    await driver.waitForUnderline('error', literal);
    await driver.screenshot('projectFile-1-linked');
    await eventually('the link is in the project file on the disk', async () =>
      (await readFile(file, 'utf8')).includes('unit-shapes.ttl'),
    );
    assert.equal(await readFile(file, 'utf8'), linked);
    await driver.openFile('shacl-repair.jsonc');
    // Counts before it is saved.
    await driver.replace(await find(file, 'failOn'), 'failOn'.length, 'failon');
    await driver.waitForUnderline('error', '"failon"');
    await driver.screenshot('projectFile-2-mistake');
    await driver.undo();
    await driver.goTo(await find(file, 'failOn'));
    await driver.page.keyboard.press('Control+Space');
    const suggestions = driver.page.locator('.suggest-widget.visible .monaco-list-row');
    await eventually('the keys of the project file are offered', async () =>
      (await suggestions.allTextContents()).some((text) => text.includes('baseline')),
    );
    await driver.screenshot('projectFile-3-completion');
  },
} satisfies Scenario;
