import assert from 'node:assert/strict';
import { eventually } from './eventually.ts';
import { copyShared, lacks } from './fixtures.ts';
import type { Scenario, Stage } from './runner.ts';

const files = {
  folder: 'brick-buildingmotif',
  data: 'mediumOffice_brick.ttl',
  shapes: 'mediumOffice_constraints.ttl',
  context: 'Brick.ttl',
};

/** A real building, its constraints and the 54,000 triples of Brick, linked by the settings of the workspace. */
export default {
  name: 'brick',
  isLong: true,
  skip: lacks(files),
  prepare: (folder, inputs) => copyShared(folder, inputs, files),

  async run({ driver }: Stage): Promise<void> {
    await driver.openFile(files.data);
    // The two other SHACL engines that were asked find as many.
    const isComplete = async () => (await driver.problemCount(files.data)) === 69;
    await eventually('there are 69 problems', isComplete);
    await driver.screenshot('brick');
    const problems = (await driver.problems()).filter(({ file }) => file === files.data);
    assert.equal(problems.length, 69);
  },
} satisfies Scenario;
