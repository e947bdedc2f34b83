import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from './eventually.ts';
import { copyDemo, find } from './fixtures.ts';
import type { Inputs, Scenario, Stage } from './runner.ts';

const literal = '"0.3048"';

/** A file without shapes gets some: by a command, into the settings of the workspace. */
export default {
  name: 'linkShapes',

  async prepare(folder: string, inputs: Inputs): Promise<void> {
    await copyDemo(folder, inputs);
    const units = path.join(folder, 'units.ttl');
    const text = await readFile(units, 'utf8');
    await writeFile(units, text.replaceAll(/^# (shapes|context): .*\n/gm, ''));
  },

  async run({ driver, folder }: Stage): Promise<void> {
    await driver.openFile('units.ttl');
    await driver.statusBarItem('SHACL: link shapes');
    await driver.goTo(await find(path.join(folder, 'units.ttl'), literal));
    assert.deepEqual(await driver.underlined('error'), []);
    await driver.screenshot('linkShapes-1-hint');

    await driver.runCommand('SHACL Repair: Link Shapes');
    const items = await driver.quickPickItems();
    assert.ok(
      items.some((item) => item.includes('unit-shapes.ttl')),
      items.join('\n'),
    );
    await driver.screenshot('linkShapes-2-pick');
    await driver.choose('unit-shapes.ttl');
    await driver.choose('In the settings');

    await driver.waitForUnderline('error', literal);
    await driver.screenshot('linkShapes-3-linked');
    const [link] = await eventually('the link is in the settings', () => readLinks(folder));
    assert.match(JSON.stringify(link), /units\.ttl.*shapes\/unit-shapes\.ttl/);
  },
} satisfies Scenario;

async function readLinks(folder: string): Promise<readonly unknown[] | undefined> {
  const text = await readFile(path.join(folder, '.vscode/settings.json'), 'utf8').catch(() => '{}');
  return JSON.parse(text)['shaclRepair.links'];
}
