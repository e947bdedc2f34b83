import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from './eventually.ts';
import type { Inputs, Scenario, Stage } from './runner.ts';

const files = {
  data: 'mediumOffice_brick.ttl',
  shapes: 'mediumOffice_constraints.ttl',
  context: 'Brick.ttl',
};

/** A real building, its constraints and the 54,000 triples of Brick, linked by the settings of the workspace. */
export default {
  name: 'brick',

  skip: (inputs: Inputs) =>
    existsSync(source(inputs)) ? undefined : 'there is no ../shared/data/brick-buildingmotif',

  async prepare(folder: string, inputs: Inputs): Promise<void> {
    for (const file of Object.values(files))
      await cp(path.join(source(inputs), file), path.join(folder, file));
    const link = { data: files.data, shapes: [files.shapes], context: [files.context] };
    await mkdir(path.join(folder, '.vscode'));
    await writeFile(
      path.join(folder, '.vscode/settings.json'),
      JSON.stringify({ 'shaclRepair.links': [link] }),
    );
  },

  async run({ driver }: Stage): Promise<void> {
    await driver.openFile(files.data);
    // The two other SHACL engines that were asked find as many.
    const isComplete = async () => (await driver.problemCount(files.data)) === 69;
    await eventually('there are 69 problems', isComplete, 60_000);
    await driver.screenshot('brick');
    const problems = (await driver.problems()).filter(({ file }) => file === files.data);
    assert.equal(problems.length, 69);
  },
} satisfies Scenario;

const source = ({ root }: Inputs) => path.join(root, '../shared/data/brick-buildingmotif');
