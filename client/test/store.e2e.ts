import assert from 'node:assert/strict';
import path from 'node:path';
import { type StoreEndpoint, storeEndpoint } from '../../server/src/testing/storeEndpoint.ts';
import { after, find } from './fixtures.ts';
import type { Scenario, Stage } from './runner.ts';
import { stored, writeStoreFiles } from './storeFiles.ts';

const password = 'planted-4711-0815';
const authorization = `Basic ${Buffer.from(`me:${password}`).toString('base64')}`;

let store: StoreEndpoint;

/**
 * A store that a file names is asked when its user has allowed it, with a password that can be read nowhere else; local results
 * stay all the time, and an edit asks only for what is new. Hovers have the labels that only the store has.
 */
export default {
  name: 'store',

  async prepare(folder) {
    store = await storeEndpoint(stored, authorization);
    await writeStoreFiles(folder, store.url);
  },

  async setUp() {
    return { settings: { 'shaclRepair.trace.server': 'verbose' }, tracesAll: true, end: () => store.close() };
  },

  async run({ driver, workbench, folder }: Stage): Promise<void> {
    const { page } = driver;
    const data = path.join(folder, 'data.ttl');
    const sensor = after(await find(data, 'ex:hasPart ex:sensor'), 'ex:hasPart '.length);
    const link = after(await find(data, '# context'), '# context: <htt'.length);
    await driver.openFile('data.ttl');
    await driver.waitForUnderline('error', '"large"');
    await driver.waitForUnderline('info', `<${store.url}>`);
    await driver.screenshot('store-1-not-asked');
    assert.deepEqual(store.requests, [], 'The store was asked although nobody allowed it.');

    await driver.openQuickFixes(link);
    await driver.chooseQuickFix(`Ask ${store.host}`);
    const dialog = page.locator('.monaco-dialog-box', { hasText: `Ask the store at ${store.host}?` });
    await dialog.waitFor();
    await driver.screenshot('store-2-consent');
    assert.deepEqual(store.requests, []);
    await dialog.getByRole('button', { name: 'Allow' }).click();
    await driver.waitForNoUnderline('info', link.line);
    await driver.waitForUnderline('error', '"large"');
    assert.ok(store.requests.length > 0, 'The store was not asked.');

    await driver.runCommand('SHACL Repair: Set Store Password');
    await driver.choose('User name and password');
    const input = page.locator('.quick-input-widget:visible input.input');
    await page.locator('.quick-input-widget:visible', { hasText: 'User name' }).waitFor();
    await input.fill('me');
    await input.press('Enter');
    const secret = page.locator('.quick-input-widget:visible input[type=password]');
    await secret.waitFor();
    await secret.fill(password);
    await driver.screenshot('store-3-password');
    await secret.press('Enter');
    await driver.waitForUnderline('error', 'ex:sensor');
    await driver.waitForResults(2);
    await driver.hover(sensor, 'ex:Point');
    await driver.screenshot('store-4-results');

    await driver.runCommand('SHACL Repair: Check Change Against Store');
    await driver.waitForToast('Git is switched off in this editor.');
    await driver.clearToasts();

    const room = after(await find(data, 'ex:room ex:hasPart'), 'ex:r'.length);
    await driver.hover(room, `According to ${store.url}: “Room 117”; a ex:Office.`);
    await driver.screenshot('store-5-label');

    const before = store.requests.length;
    await driver.replace(sensor, 'ex:sensor'.length, 'ex:valve');
    await driver.waitForNoUnderline('error', sensor.line);
    await driver.waitForResults(1);
    const asked = store.requests.slice(before).map(({ query }) => query);
    assert.ok(asked.join().includes('ns#valve'), 'What is new was not asked for.');
    assert.ok(!asked.join().includes('ns#room'), 'What was known is asked for again.');
    await driver.save();

    assert.deepEqual(await workbench.tracesOf(password, folder), [], 'The password can be read.');
    assert.ok(
      (await workbench.allLogs()).includes('shaclRepair/storeAccess'),
      'The messages are not traced.',
    );

    await driver.runCommand('SHACL Repair: Forget Store');
    await driver.waitForToast(`${store.host} will not be asked again`);
    await driver.waitForUnderline('info', `<${store.url}>`);
    const then = store.requests.length;
    await driver.runCommand('SHACL Repair: Ask Stores Again');
    await driver.waitForUnderline('info', `<${store.url}>`);
    assert.equal(store.requests.length, then, 'The store was asked after it was forgotten.');
    await driver.screenshot('store-6-forgotten');
  },
} satisfies Scenario;
