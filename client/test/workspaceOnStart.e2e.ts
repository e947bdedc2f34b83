import assert from 'node:assert/strict';
import { copyDemo } from './fixtures.ts';
import type { Scenario, Stage } from './runner.ts';

/** A folder is opened, and no file: its results are listed, as the user has set. */
export default {
  name: 'workspaceOnStart',
  isLong: true,
  prepare: copyDemo,

  async setUp() {
    return { settings: { 'shaclRepair.validation.workspaceOnStart': true }, end: async () => {} };
  },

  async run({ driver }: Stage): Promise<void> {
    await driver.waitForToast('16 errors, 1 warning. There is also 1 syntax error.');
    // Problems are read beside an editor.
    await driver.openFile('README.md');
    const found = await driver.problems();
    assert.ok(found.some(({ message }) => message.includes('unit:MI has 2 values of rdfs:label')));
    await driver.screenshot('workspaceOnStart');
  },
} satisfies Scenario;
