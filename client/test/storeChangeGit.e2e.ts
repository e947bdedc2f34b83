import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { type StoreEndpoint, storeEndpoint } from '../../server/src/testing/storeEndpoint.ts';
import { after, find } from './fixtures.ts';
import type { Scenario, Stage } from './runner.ts';
import { stored, writeStoreFiles } from './storeFiles.ts';

let store: StoreEndpoint;

const command = 'SHACL Repair: Check Change Against Store';

/** A folder in no repository, then in one without a commit, then in one that does not track the file. */
export default {
  name: 'storeChangeGit',
  isLong: true,

  async prepare(folder) {
    store = await storeEndpoint(stored);
    await writeStoreFiles(folder, store.url);
  },

  async setUp() {
    return { settings: { 'git.enabled': true }, end: () => store.close() };
  },

  async run({ driver, folder }: Stage): Promise<void> {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
        cwd: folder,
      });
    await driver.openFile('data.ttl');
    await driver.waitForUnderline('info', `<${store.url}>`);
    await driver.runCommand(command);
    await driver.waitForToast('This file is not in a Git repository.');
    await driver.screenshot('storeChangeGit-1-no-repository');
    await driver.clearToasts();

    git('init', '--quiet');
    await driver.runCommand(command);
    await driver.waitForToast('This repository has no commit yet.');
    await driver.clearToasts();

    git('add', 'shapes.ttl');
    git('commit', '--quiet', '--message', 'Add the shapes');
    await driver.runCommand(command);
    await driver.waitForQuickPick('HEAD');
    await driver.page.locator('.quick-input-widget:visible input.input').fill('gone');
    await driver.choose('gone');
    await driver.waitForToast('There is no revision “gone” in this repository.');
    await driver.clearToasts();
    assert.deepEqual(store.requests, []);

    const link = after(await find(path.join(folder, 'data.ttl'), '# context'), '# context: <htt'.length);
    await driver.openQuickFixes(link);
    await driver.chooseQuickFix(`Ask ${store.host}`);
    const dialog = driver.page.locator('.monaco-dialog-box', { hasText: `Ask the store at ${store.host}?` });
    await dialog.getByRole('button', { name: 'Allow' }).click();
    await driver.waitForUnderline('error', 'ex:sensor');
    await driver.runCommand(command);
    await driver.choose('HEAD');
    await driver.waitForLine(/^There is no such file at `HEAD`, so all of it is added\.$/);
    await driver.waitForLine(/^Git does not track the file\./);
    await driver.screenshot('storeChangeGit-2-not-tracked');
  },
} satisfies Scenario;
