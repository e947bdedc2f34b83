import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { type StoreEndpoint, storeEndpoint } from '../../server/src/testing/storeEndpoint.ts';
import { after, find } from './fixtures.ts';
import type { Scenario, Stage } from './runner.ts';
import { stored, writeStoreFiles } from './storeFiles.ts';

let store: StoreEndpoint;

/** What an open, unsaved text changes of what was committed, over a store that holds the committed file. */
export default {
  name: 'storeChange',

  async prepare(folder) {
    const base =
      'ex:room ex:hasPart ex:sensor . ex:hall a ex:Space ; ex:area "large" . ex:other a ex:Space ; ex:hasPart ex:valve .';
    store = await storeEndpoint(`${stored} ${base}`);
    await writeStoreFiles(folder, store.url);
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
        cwd: folder,
      });
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '--message', 'base');
  },

  async setUp() {
    return { settings: { 'git.enabled': true }, end: () => store.close() };
  },

  async run({ driver, folder }: Stage): Promise<void> {
    const { page } = driver;
    const data = path.join(folder, 'data.ttl');
    const link = after(await find(data, '# context'), '# context: <htt'.length);
    await driver.openFile('data.ttl');
    await driver.waitForUnderline('info', `<${store.url}>`);
    const check = async () => {
      await driver.runCommand('SHACL Repair: Check Change Against Store');
      const input = page.locator('.quick-input-widget:visible input.input');
      await page.locator('.quick-input-widget:visible', { hasText: 'Git revision' }).waitFor();
      await input.press('Enter');
    };
    await check();
    await driver.waitForToast(`${store.host}`);
    await driver.screenshot('storeChange-1-not-allowed');
    assert.deepEqual(store.requests, [], 'The store was asked although nobody allowed it.');

    await driver.openQuickFixes(link);
    await driver.chooseQuickFix(`Ask ${store.host}`);
    const dialog = page.locator('.monaco-dialog-box', { hasText: `Ask the store at ${store.host}?` });
    await dialog.getByRole('button', { name: 'Allow' }).click();
    await driver.waitForUnderline('error', 'ex:sensor');

    const area = after(await find(data, '"large"'), 0);
    await driver.replace(area, '"large"'.length, '12.5');
    const sensor = after(await find(data, 'ex:hasPart ex:sensor'), 'ex:hasPart '.length);
    await driver.replace(sensor, 'ex:sensor'.length, 'ex:ahu');
    await check();
    await driver.waitForLine(/^## New \(1\)/);
    await driver.waitForLine(/^## Gone \(2\)/);
    await driver.screenshot('storeChange-2-page');
  },
} satisfies Scenario;
