import assert from 'node:assert/strict';
import path from 'node:path';
import { copyDemo, find } from './fixtures.ts';
import type { Scenario, Stage } from './runner.ts';

const literal = '"0.3048"';

/** A folder that nobody trusts yet is validated and repaired all the same, but no model is asked about it. */
export default {
  name: 'restricted',
  trust: 'none',
  prepare: copyDemo,

  async world() {
    const settings = {
      'shaclRepair.model.provider': 'openai',
      'shaclRepair.model.id': 'gpt-test',
      'shaclRepair.model.baseUrl': 'http://127.0.0.1:9/v1',
    };
    return { settings, end: async () => {} };
  },

  async run({ driver, folder }: Stage): Promise<void> {
    const place = await find(path.join(folder, 'units.ttl'), literal);
    await driver.openFile('units.ttl');
    await driver.statusBarItem('Restricted Mode');
    await driver.goTo(place);
    await driver.waitForUnderline('error', literal);
    const titles = await driver.openQuickFixes(place);
    assert.notEqual(titles.length, 0, 'No quick fix is offered.');
    assert.ok(!titles.some((title) => title.includes('Ask gpt-test')), 'A model is offered.');
    await driver.screenshot('restricted');
  },
} satisfies Scenario;
