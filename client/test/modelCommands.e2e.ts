import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  fails,
  type Reply,
  type ScriptedEndpoint,
  says,
  scriptedEndpoint,
} from '../../server/src/testing/scriptedEndpoint.ts';
import { eventually } from './eventually.ts';
import { copyDemo, find } from './fixtures.ts';
import type { Scenario, Stage } from './runner.ts';

const key = 'sk-planted-0815';
const literal = '"0.3048"';

let endpoint: ScriptedEndpoint;

/** The commands about models, with an endpoint that wants a key: and the key is nowhere to be read. */
export default {
  name: 'modelCommands',
  isLong: true,
  prepare: copyDemo,

  async setUp() {
    endpoint = await scriptedEndpoint(reply);
    const settings = {
      'shaclRepair.model.provider': 'openai',
      'shaclRepair.model.id': 'gpt-test',
      'shaclRepair.model.baseUrl': endpoint.baseUrl,
      'shaclRepair.trace.server': 'verbose',
    };
    return { settings, tracesAll: true, end: () => endpoint.close() };
  },

  async run({ driver, workbench, folder }: Stage): Promise<void> {
    const { page } = driver;
    const units = path.join(folder, 'units.ttl');
    const place = await find(units, literal);
    const misspelt = await find(units, 'quantitykind:Lenght');
    const before = await readFile(units, 'utf8');
    await driver.openFile('units.ttl');
    await driver.goTo(place);
    await driver.waitForUnderline('error', literal);

    await driver.runCommand('SHACL Repair: Show Prompt for a Model');
    const tab = page.locator('.tab.active', { hasText: 'Prompt for sh:datatype (SF+, about ' });
    await tab.waitFor();
    await driver.screenshot('modelCommands-1-prompt');
    assert.equal(endpoint.requests.length, 0, 'A prompt that is shown is not sent.');
    await driver.openFile('units.ttl');

    await driver.runCommand('SHACL Repair: Set API Key');
    const input = page.locator('.quick-input-widget:visible input[type=password]');
    await input.waitFor();
    await input.fill(key);
    await input.press('Enter');
    await eventually('the key is set', async () =>
      (await driver.toasts()).find((text) => text.includes(`API key for ${endpoint.host} has been saved`)),
    );

    // The selected results, each confirmed.
    await driver.focusEditor();
    await driver.goTo(place);
    await page.keyboard.press('Shift+End');
    await driver.runCommand('SHACL Repair: Repair with Model');
    await driver.choose('Confirm each change');
    await page.locator('.monaco-dialog-box').getByRole('button', { name: 'Allow' }).click();
    await driver.choose('gpt-test');
    await driver.waitForComparison({
      removed: 'qudt:conversionMultiplier "0.3048" .',
      added: 'qudt:conversionMultiplier 0.3048 .',
    });
    await driver.choose('Apply this repair');
    await page.locator('.tab.active.dirty', { hasText: 'units.ttl' }).waitFor();
    await driver.waitForNoUnderline('error', place.line);
    assert.equal(endpoint.requests.length, 1);
    assert.equal(endpoint.requests[0]!.headers.authorization, `Bearer ${key}`);
    await driver.focusEditor();
    await driver.undo();
    await driver.waitForUnderline('error', literal);

    // The whole file, in the refactor preview.
    await driver.goTo({ line: 1, column: 1 });
    await driver.runCommand('SHACL Repair: Repair with Model');
    await driver.choose('All in the refactor preview');
    const apply = page.getByRole('button', { name: 'Apply', exact: true });
    await apply.waitFor();
    await page.locator('.editor-instance .view-line', { hasText: '# Change 2 of 2' }).waitFor();
    await driver.screenshot('modelCommands-2-refactorPreview');
    // One of two repairs, in place of all.
    const parts = page.locator('.panel .monaco-list-row', { has: page.getByRole('checkbox') });
    await eventually(
      'there is a row for the file and for each of two repairs',
      async () => (await parts.count()) === 3,
    );
    await parts.filter({ hasText: 'Lenght' }).getByRole('checkbox').check();
    await driver.screenshot('modelCommands-3-ticked');
    await apply.click();
    await apply.waitFor({ state: 'hidden' });
    await driver.focusEditor();
    await driver.save();
    assert.equal(await readFile(units, 'utf8'), before.replace('quantitykind:Lenght', 'quantitykind:Length'));
    await driver.goTo(await find(units, literal));
    await driver.waitForUnderline('error', literal);
    await driver.goTo(misspelt);
    await driver.waitForNoUnderline('error', misspelt.line);

    await driver.runCommand('SHACL Repair: Forget Model Endpoint');
    await eventually('the key is cleared', async () =>
      (await driver.toasts()).find((text) => text.includes(`API key for ${endpoint.host} has been removed`)),
    );
    const logs = await workbench.allLogs();
    assert.ok(logs.includes('shaclRepair/modelAccess'), 'The messages are not traced.');
    assert.ok(!logs.includes(key), 'The key is in a log.');
    assert.ok(!JSON.stringify(endpoint.requests.map(({ body }) => body)).includes(key));
  },
} satisfies Scenario;

/** Knows the repairs of two results, and would destroy everything for all others. */
const reply: Reply = (request, response) => {
  if (request.headers.authorization !== `Bearer ${key}`) {
    fails(401, { message: 'wrong key' })(request, response);
    return;
  }
  const asked = request.body.messages[0]!.content;
  const known = repairs.find(({ value }) => value.test(asked));
  const { update, why } = known ?? { update: 'DROP ALL', why: 'nothing is wrong with nothing' };
  says(JSON.stringify({ why, answer: update }))(request, response);
};

const repairs = [
  {
    value: /Value: "0\.3048"/,
    update:
      'DELETE DATA { unit:FT qudt:conversionMultiplier "0.3048" } ; INSERT DATA { unit:FT qudt:conversionMultiplier 0.3048 }',
    why: 'a multiplier is a number',
  },
  {
    value: /Value: .*Lenght/,
    update:
      'DELETE DATA { unit:YD qudt:hasQuantityKind quantitykind:Lenght } ; INSERT DATA { unit:YD qudt:hasQuantityKind quantitykind:Length }',
    why: 'misspelt',
  },
];
