import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type ScriptedEndpoint, says, scriptedEndpoint } from '../../server/src/testing/scriptedEndpoint.ts';
import { eventually } from './eventually.ts';
import { copyDemo, find } from './fixtures.ts';
import type { Scenario, Stage } from './runner.ts';

const literal = '"0.3048"';
const title = 'Ask gpt-test for a repair';
const bad = answer('DELETE DATA { unit:FT qudt:symbol "nothing like it" }', 'a guess');
const good = answer(
  'DELETE DATA { unit:FT qudt:conversionMultiplier "0.3048" } ; INSERT DATA { unit:FT qudt:conversionMultiplier 0.3048 }',
  'a multiplier is a number',
);

let endpoint: ScriptedEndpoint;

/** A model is asked for a repair: allowed once, wrong at first, then looked at and applied. */
export default {
  name: 'model',
  prepare: copyDemo,

  async setUp() {
    endpoint = await scriptedEndpoint(says(bad), says(good));
    const settings = {
      'shaclRepair.model.provider': 'openai',
      'shaclRepair.model.id': 'gpt-test',
      'shaclRepair.model.baseUrl': endpoint.baseUrl,
    };
    return { settings, end: () => endpoint.close() };
  },

  async run({ driver, workbench, folder }: Stage): Promise<void> {
    const { page } = driver;
    const units = path.join(folder, 'units.ttl');
    const place = await find(units, literal);
    await driver.openFile('units.ttl');
    await driver.goTo(place);
    await driver.waitForUnderline('error', literal);
    const titles = await driver.openQuickFixes(place);
    assert.ok(titles.includes(title), `There is no “${title}” among ${titles.join(', ')}.`);
    assert.equal(endpoint.requests.length, 0, 'The model was asked for showing the list.');
    await driver.chooseQuickFix(title);

    const dialog = page.locator('.monaco-dialog-box');
    await dialog.filter({ hasText: `Send data to ${endpoint.host}?` }).waitFor();
    await driver.screenshot('model-1-consent');
    assert.equal(endpoint.requests.length, 0, 'Data was sent before it was allowed.');
    await dialog.getByRole('button', { name: 'Allow' }).click();

    const items = await driver.waitForQuickPick('gpt-test');
    await driver.screenshot('model-2-repairs');
    assert.match(
      items[0]!,
      /^Change "0\.3048" to 0\.3048 the same text; gpt-test: a multiplier is a number$/,
    );
    assert.match(
      items.at(-2)!,
      /^The update changes nothing\. .*round 1: DELETE DATA \{ unit:FT qudt:symbol/,
    );

    assert.equal(items.at(-1), 'Ask again');
    await driver.choose('The update changes nothing.');
    await page.locator('.tab.active', { hasText: 'Refused in round 1' }).waitFor();
    await driver.waitForQuickPick('Back to the list');
    const shown = await eventually('the refused answer is shown', async () => {
      const text = await driver.visibleText();
      return text.includes('## The whole answer') ? text : undefined;
    });
    assert.match(shown, /The update changes nothing\.\n\n## The update\n\n```sparql\nDELETE DATA/);
    await driver.screenshot('model-3-refused');
    await driver.choose('Back to the list');
    await driver.waitForQuickPick('gpt-test');

    await driver.choose('gpt-test');
    await driver.waitForQuickPick('Apply this repair');
    await driver.waitForComparison({
      removed: 'qudt:conversionMultiplier "0.3048" .',
      added: 'qudt:conversionMultiplier 0.3048 .',
    });
    await driver.screenshot('model-4-preview');
    assert.equal(await page.locator('.tab', { hasText: 'Refused in round 1' }).count(), 0);
    await driver.choose('Apply this repair');

    await page.locator('.tab.active.dirty', { hasText: 'units.ttl' }).waitFor();
    await driver.waitForNoUnderline('error', place.line);
    await driver.screenshot('model-5-applied');
    await driver.save();
    assert.match(
      await readFile(units, 'utf8'),
      /qudt:conversionMultiplier 0\.3048 \. {3}# exact, since 1959/,
    );

    assert.equal(endpoint.requests.length, 2);
    const trace = await workbench.outputChannel('SHACL Repair Models');
    assert.match(trace, /round 2/);
    assert.match(trace, /\*\*Refused:\*\* The update changes nothing\./);
    assert.match(trace, /\*\*Accepted\.\*\*/);
  },
} satisfies Scenario;

function answer(update: string, why: string): string {
  return JSON.stringify({ why, answer: update });
}
