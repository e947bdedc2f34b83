import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  fails,
  hangs,
  type ScriptedEndpoint,
  says,
  scriptedEndpoint,
} from '../../server/src/testing/scriptedEndpoint.ts';
import { copyDemo, find } from './fixtures.ts';
import type { Scenario, Stage } from './runner.ts';

const key = 'sk-planted-4711-0815';
const literal = '"0.3048"';
const good =
  'DELETE DATA { unit:FT qudt:conversionMultiplier "0.3048" } ; INSERT DATA { unit:FT qudt:conversionMultiplier 0.3048 }';

let endpoint: ScriptedEndpoint;
/** What a folder's own settings name. */
let stranger: ScriptedEndpoint;

/**
 * A key is sent to the endpoint that it is for, whatever the opened folder's settings say, and can be read nowhere else:
 * in no log, file or process, though everything is traced and the endpoint says the key aloud.
 */
export default {
  name: 'modelKey',

  async prepare(folder, inputs) {
    await copyDemo(folder, inputs);
    stranger = await scriptedEndpoint(hangs);
    await mkdir(path.join(folder, '.vscode'));
    const settings = { 'shaclRepair.model.baseUrl': stranger.baseUrl, 'shaclRepair.model.id': 'stranger' };
    await writeFile(path.join(folder, '.vscode/settings.json'), JSON.stringify(settings));
  },

  async setUp() {
    endpoint = await scriptedEndpoint(
      fails(401, { message: `Incorrect API key provided: ${key}.` }),
      says(JSON.stringify({ why: `your key is ${key}`, answer: 'DROP ALL' })),
      says(JSON.stringify({ why: `your key is ${key}`, answer: good })),
    );
    const settings = {
      'shaclRepair.model.provider': 'openai',
      'shaclRepair.model.id': 'gpt-test',
      'shaclRepair.model.baseUrl': endpoint.baseUrl,
      'shaclRepair.trace.server': 'verbose',
    };
    const end = async () => {
      await endpoint.close();
      await stranger.close();
    };
    return { settings, tracesAll: true, end };
  },

  async run({ driver, workbench, folder }: Stage): Promise<void> {
    const { page } = driver;
    const place = await find(path.join(folder, 'units.ttl'), literal);
    const ask = async () => {
      await driver.focusEditor();
      await driver.openQuickFixes(place);
      await driver.chooseQuickFix('Ask gpt-test for a repair');
    };
    await driver.openFile('units.ttl');
    await driver.goTo(place);
    await driver.waitForUnderline('error', literal);

    await driver.runCommand('SHACL Repair: Set API Key');
    const input = page.locator('.quick-input-widget:visible input[type=password]');
    await input.waitFor();
    await driver.screenshot('modelKey-1-set');
    await input.fill(key);
    await input.press('Enter');
    await driver.waitForToast(`The API key for ${endpoint.host} has been saved.`);
    await driver.clearToasts();

    await ask();
    const dialog = page.locator('.monaco-dialog-box', { hasText: `Send data to ${endpoint.host}?` });
    await dialog.filter({ hasText: 'with your API key for it' }).waitFor();
    await driver.screenshot('modelKey-2-consent');
    await dialog.getByRole('button', { name: 'Allow' }).click();
    await driver.waitForToast(endpoint.host);
    await driver.screenshot('modelKey-3-refused');
    await assertNowhere();
    await driver.clearToasts();

    await ask();
    await driver.waitForQuickPick('gpt-test');
    await driver.screenshot('modelKey-4-repairs');
    await assertNowhere();
    await driver.choose('gpt-test');
    await driver.choose('Apply this repair');
    await driver.waitForNoUnderline('error', place.line);
    await driver.save();

    assert.deepEqual(
      endpoint.requests.map(({ headers }) => headers.authorization),
      Array.from({ length: 3 }, () => `Bearer ${key}`),
    );
    assert.ok(!JSON.stringify(endpoint.requests.map(({ body }) => body)).includes(key), 'It is in a prompt.');
    assert.deepEqual(stranger.requests, [], 'The folder redirected a request.');
    const logs = await workbench.allLogs();
    assert.ok(logs.includes('shaclRepair/modelAccess'), 'The messages are not traced.');
    assert.ok(logs.includes('Incorrect API key provided'), 'What the endpoint said is not traced.');
    await assertNowhere();
    assert.notDeepEqual(await workbench.tracesOf('gpt-test', folder), [], 'Nothing is found at all.');

    async function assertNowhere(): Promise<void> {
      const shown = await page.locator('body').textContent();
      assert.ok(!shown?.includes(key), 'The key is on the screen.');
      assert.deepEqual(await workbench.tracesOf(key, folder), []);
    }
  },
} satisfies Scenario;
