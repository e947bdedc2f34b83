import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  hangs,
  type Reply,
  type ScriptedEndpoint,
  says,
  scriptedEndpoint,
} from '../../server/src/testing/scriptedEndpoint.ts';
import { eventually } from './eventually.ts';
import { after, copyDemo, find } from './fixtures.ts';
import type { Scenario, Stage } from './runner.ts';

const literal = '"0.3048"';
const progress = 'Asking gpt-test for a repair';

/** A WHERE clause that finds no end: trying it out takes as long as it may. */
const endless =
  'DELETE { ?a ?b ?c } WHERE { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . FILTER(?a = ?f && ?d = ?i && ?g = ?c) }';
const good =
  'DELETE DATA { unit:FT qudt:conversionMultiplier "0.3048" } ; INSERT DATA { unit:FT qudt:conversionMultiplier 0.3048 }';

let endpoint: ScriptedEndpoint;
let hungUp = 0;

/** Asking a model is given up in each phase; nothing changes, and the editor works on. */
export default {
  name: 'modelCancel',
  isLong: true,
  prepare: copyDemo,

  async setUp() {
    hungUp = 0;
    endpoint = await scriptedEndpoint(waits, answers(endless), answers(good));
    const settings = {
      'shaclRepair.model.provider': 'openai',
      'shaclRepair.model.id': 'gpt-test',
      'shaclRepair.model.baseUrl': endpoint.baseUrl,
    };
    return { settings, end: () => endpoint.close() };
  },

  async run({ driver, folder }: Stage): Promise<void> {
    const { page } = driver;
    const units = path.join(folder, 'units.ttl');
    const before = await readFile(units, 'utf8');
    const place = await find(units, literal);
    const dialog = page.locator('.monaco-dialog-box');
    const ask = async () => {
      await driver.focusEditor();
      await driver.openQuickFixes(place);
      await driver.chooseQuickFix(progress.replace('Asking', 'Ask'));
    };
    await driver.openFile('units.ttl');
    await driver.goTo(place);
    await driver.waitForUnderline('error', literal);

    // When asked for consent.
    await ask();
    await dialog.filter({ hasText: 'Send data to' }).getByRole('button', { name: 'Cancel' }).click();
    await driver.waitForToast(`Nothing was sent to ${endpoint.host}: you have not allowed it.`);
    await driver.clearToasts();
    assert.equal(endpoint.requests.length, 0);

    // While the model thinks.
    await ask();
    await dialog.getByRole('button', { name: 'Allow' }).click();
    await eventually('the model thinks', () => endpoint.requests.length === 1);
    await driver.cancelProgress(progress);
    await eventually('the endpoint is left alone', () => hungUp === 1);
    await breaksAndMends();

    // While its answer is tried out.
    await ask();
    await eventually('the model has answered', () => endpoint.requests.length === 2);
    await driver.cancelProgress(progress);
    await breaksAndMends();

    // While its repairs are listed, and while one is looked at.
    await ask();
    await driver.waitForQuickPick('gpt-test');
    await page.keyboard.press('Escape');
    await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    await breaksAndMends();
    await ask();
    await driver.waitForQuickPick('gpt-test');
    await driver.choose('gpt-test');
    await driver.waitForQuickPick('Apply this repair');
    await page.keyboard.press('Escape');
    await page.locator('.tab', { hasText: '0.3048' }).waitFor({ state: 'detached' });
    await driver.screenshot('modelCancel-1-dismissed');
    assert.deepEqual(await driver.toasts(), []);
    await driver.save();
    assert.equal(await readFile(units, 'utf8'), before);

    /** Types at another place, and sees it judged. */
    async function breaksAndMends(): Promise<void> {
      const code = await find(units, '"FOT"');
      await driver.focusEditor();
      await driver.replace(after(code, 1), 3, 'f');
      await driver.waitForUnderline('error', '"f"');
      await driver.replace(after(code, 1), 1, 'FOT');
      await driver.waitForNoUnderline('error', code.line);
    }
  },
} satisfies Scenario;

const waits: Reply = (request, response) => {
  response.on('close', () => {
    hungUp += 1;
  });
  hangs(request, response);
};

function answers(update: string): Reply {
  return says(JSON.stringify({ why: 'it fits', answer: update }));
}
