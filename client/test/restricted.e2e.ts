import assert from 'node:assert/strict';
import path from 'node:path';
import { hangs, type ScriptedEndpoint, scriptedEndpoint } from '../../server/src/testing/scriptedEndpoint.ts';
import { copyDemo, find } from './fixtures.ts';
import type { Scenario, Stage } from './runner.ts';

const literal = '"0.3048"';

let endpoint: ScriptedEndpoint;

/** An untrusted folder is validated and repaired, but no model is asked about it. */
export default {
  name: 'restricted',
  trust: 'none',
  prepare: copyDemo,

  async setUp() {
    endpoint = await scriptedEndpoint(hangs);
    const settings = {
      'shaclRepair.model.provider': 'openai',
      'shaclRepair.model.id': 'gpt-test',
      'shaclRepair.model.baseUrl': endpoint.baseUrl,
    };
    return { settings, end: () => endpoint.close() };
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

    await driver.runCommand('SHACL Repair: Repair with Model');
    await driver.waitForToast('Language models are not asked in Restricted Mode.');
    await driver.screenshot('restricted-2-command');
    await driver.runCommand('SHACL Repair: Check Model');
    await driver.waitForToast('Language models are not asked in Restricted Mode.');
    assert.equal(await driver.page.locator('.monaco-dialog-box').count(), 0, 'A check is offered.');
    await driver.runCommand('SHACL Repair: Generate VIO Benchmark');
    await driver.waitForToast('Suites are not generated or evaluated in Restricted Mode.');
    assert.equal(endpoint.requests.length, 0, 'A model was asked.');
  },
} satisfies Scenario;
