import assert from 'node:assert/strict';
import path from 'node:path';
import { type StoreEndpoint, storeEndpoint } from '../../server/src/testing/storeEndpoint.ts';
import { after, find } from './fixtures.ts';
import type { Scenario, Stage } from './runner.ts';
import { stored, writeStoreFiles } from './storeFiles.ts';

let store: StoreEndpoint;

/** In a folder that is not trusted, files are validated, and no store is asked. */
export default {
  name: 'storeRestricted',
  isLong: true,
  trust: 'none',

  async prepare(folder) {
    store = await storeEndpoint(stored);
    await writeStoreFiles(folder, store.url);
  },

  async setUp() {
    return { settings: {}, end: () => store.close() };
  },

  async run({ driver, folder }: Stage): Promise<void> {
    const link = after(await find(path.join(folder, 'data.ttl'), '# context'), '# context: <htt'.length);
    await driver.openFile('data.ttl');
    await driver.statusBarItem('Restricted Mode');
    await driver.waitForUnderline('error', '"large"');
    await driver.waitForUnderline('info', `<${store.url}>`);
    await driver.hover(link, 'Stores are not asked in Restricted Mode.');
    await driver.screenshot('storeRestricted-1-not-asked');
    await driver.runCommand('SHACL Repair: Allow Store');
    await driver.waitForToast('Stores are not asked in Restricted Mode.');
    await driver.runCommand('SHACL Repair: Ask Stores Again');
    await driver.waitForToast('Stores are not asked in Restricted Mode.');
    await driver.clearToasts();
    await driver.runCommand('SHACL Repair: Check Change Against Store');
    await driver.waitForToast('Stores are not asked in Restricted Mode.');
    await driver.waitForUnderline('error', '"large"');
    assert.equal(await driver.page.locator('.monaco-dialog-box').count(), 0, 'The user is asked.');
    assert.deepEqual(store.requests, [], 'The store was asked.');
  },
} satisfies Scenario;
