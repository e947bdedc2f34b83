import assert from 'node:assert/strict';
import path from 'node:path';
import { copyDemo, find } from './fixtures.ts';
import type { Scenario, Stage } from './runner.ts';

const literal = '"0.3048"';

/** A folder that nobody trusts yet is validated and repaired all the same. */
export default {
  name: 'restricted',
  trust: 'none',
  prepare: copyDemo,

  async run({ driver, folder }: Stage): Promise<void> {
    const place = await find(path.join(folder, 'units.ttl'), literal);
    await driver.openFile('units.ttl');
    await driver.statusBarItem('Restricted Mode');
    await driver.goTo(place);
    await driver.waitForUnderline('error', literal);
    assert.notEqual((await driver.openQuickFixes(place)).length, 0, 'No quick fix is offered.');
    await driver.screenshot('restricted');
  },
} satisfies Scenario;
