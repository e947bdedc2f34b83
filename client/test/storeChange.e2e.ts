import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type StoreEndpoint, storeEndpoint } from '../../server/src/testing/storeEndpoint.ts';
import type { Driver } from './driver.ts';
import { after, find } from './fixtures.ts';
import type { Scenario, Stage } from './runner.ts';
import { stored, writeStoreFiles } from './storeFiles.ts';

let store: StoreEndpoint;
/** Knows of a node that leads to one of the first store. */
let other: StoreEndpoint;

const command = 'SHACL Repair: Check Change Against Store';

/** What an open, unsaved text changes of what was committed, over stores one of which holds the committed file. */
export default {
  name: 'storeChange',
  isLong: true,

  async prepare(folder) {
    const base =
      'ex:room ex:hasPart ex:sensor . ex:hall a ex:Space ; ex:area "large" . ex:other a ex:Space ; ex:hasPart ex:valve . ex:pump a ex:Valve .';
    store = await storeEndpoint(`${stored} ${base}`);
    other = await storeEndpoint(
      '@prefix ex: <http://example.org/ns#> . ex:far a ex:Space ; ex:hasPart ex:pump .',
    );
    await writeStoreFiles(folder, store.url);
    const header = `# shapes: shapes.ttl\n# context: <${store.url}>\n# context: <${other.url}>\n`;
    const pump = '@prefix ex: <http://example.org/ns#> .\n\nex:pump a ex:Valve .\n';
    await writeFile(path.join(folder, 'old.ttl'), header + pump);
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
        cwd: folder,
      });
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '--message', 'What was loaded');
    git('branch', 'release');
    git('tag', 'v1');
    git('mv', 'old.ttl', 'pump.ttl');
    await appendFile(path.join(folder, 'data.ttl'), 'ex:annex a ex:Space ; ex:area "small" .\n');
    git('commit', '--quiet', '--all', '--message', 'Add the annex');
  },

  async setUp() {
    return {
      settings: { 'git.enabled': true },
      end: async () => {
        await store.close();
        await other.close();
      },
    };
  },

  async run({ driver, folder }: Stage): Promise<void> {
    const data = path.join(folder, 'data.ttl');
    const link = after(await find(data, '# context'), '# context: <htt'.length);
    await driver.openFile('shapes.ttl');
    await driver.statusBarItem('SHACL');
    await isNotOffered(driver);

    await driver.openFile('data.ttl');
    await driver.waitForUnderline('info', `<${store.url}>`);
    await driver.runCommand(command);
    await driver.waitForQuickPick('v1');
    const items = (await driver.quickPickItems()).join('\n');
    assert.match(items, /^HEAD ?[0-9a-f]{7} Add the annex/);
    assert.match(items, /[0-9a-f]{7} ?What was loaded/);
    await driver.screenshot('storeChange-1-revisions');
    await driver.choose('HEAD');
    await driver.waitForToast(`${store.host}`);
    await driver.screenshot('storeChange-2-not-allowed');
    assert.deepEqual(store.requests, [], 'The store was asked although nobody allowed it.');
    await driver.clearToasts();
    await allow(driver, store, link);
    await driver.waitForUnderline('error', 'ex:sensor');

    const area = after(await find(data, '"large"'), 0);
    await driver.replace(area, '"large"'.length, '12.5');
    const sensor = after(await find(data, 'ex:hasPart ex:sensor'), 'ex:hasPart '.length);
    await driver.replace(sensor, 'ex:sensor'.length, 'ex:ahu');
    await driver.runCommand(command);
    await driver.choose('HEAD');
    await driver.waitForLine(/^Compared with `HEAD`\.$/);
    await driver.waitForLine(/^## New \(1\)/);
    await driver.waitForLine(/^## Gone \(2\)/);
    await driver.screenshot('storeChange-3-head');

    // Its tab: the page that is open has the name of the file in its own.
    await driver.page.getByRole('tab', { name: /^data\.ttl/ }).click();
    await driver.runCommand(command);
    await driver.choose('release');
    await driver.waitForLine(/^Compared with `release`\.$/);
    await driver.waitForLine(/^## New \(2\)/);
    await driver.screenshot('storeChange-4-branch');

    await driver.openFile('pump.ttl');
    await driver.waitForUnderline('info', `<${other.url}>`);
    await allow(driver, other, after(await find(path.join(folder, 'pump.ttl'), `<${other.url}`), 4));
    const pump = await find(path.join(folder, 'pump.ttl'), 'ex:Valve');
    await driver.waitForNoUnderline('info', 3);
    await driver.replace(pump, 'ex:Valve'.length, 'ex:Sensor');
    await driver.runCommand(command);
    await driver.waitForQuickPick('v1');
    await driver.page.locator('.quick-input-widget:visible input.input').fill('HEAD~1');
    await driver.choose('HEAD~1');
    await driver.waitForQuickPick(other.url);
    await driver.screenshot('storeChange-5-stores');
    await driver.choose(store.url);
    await driver.waitForLine(/^Compared with `HEAD~1`, where the file was `old\.ttl`\.$/);
    await driver.waitForLine(/^Context: `http.*`\.$/);
    await driver.waitForLine(/^- sh:class at ex:far, .*, in a store only/);
    await driver.screenshot('storeChange-6-renamed-two-stores');
  },
} satisfies Scenario;

async function allow(driver: Driver, { host }: StoreEndpoint, link: Parameters<Driver['hover']>[0]) {
  await driver.openQuickFixes(link);
  await driver.chooseQuickFix(`Ask ${host}`);
  const dialog = driver.page.locator('.monaco-dialog-box', { hasText: `Ask the store at ${host}?` });
  await dialog.getByRole('button', { name: 'Allow' }).click();
}

/** The palette has the command only for files that name a store. */
async function isNotOffered(driver: Driver): Promise<void> {
  await driver.page.keyboard.press('F1');
  await driver.page.locator('.quick-input-widget:visible input.input').fill(`>${command}`);
  await driver.waitForQuickPick('Cross-Check');
  assert.ok(!(await driver.quickPickItems()).some((item) => item.includes('Check Change')));
  await driver.page.keyboard.press('Escape');
}
