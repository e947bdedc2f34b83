import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { hangs, type ScriptedEndpoint, scriptedEndpoint } from '../../server/src/testing/scriptedEndpoint.ts';
import type { Inputs, Scenario, Stage } from './runner.ts';
import { TestExplorer } from './testExplorer.ts';

let endpoint: ScriptedEndpoint;

/** In an untrusted folder, suites are shown and verified, but no system is evaluated. */
export default {
  name: 'evaluateRestricted',
  isLong: true,
  trust: 'none',

  async prepare(folder: string, { root }: Inputs): Promise<void> {
    const data = path.join(root, 'test-fixtures/university/university.ttl');
    const args = ['generate', data, '--cross-check', 'none', '--out', path.join(folder, 'university-vio')];
    await promisify(execFile)(process.execPath, [path.join(root, 'dist/cli.js'), ...args]);
  },

  async setUp() {
    endpoint = await scriptedEndpoint(hangs);
    const settings = {
      'shaclRepair.model.provider': 'openai',
      'shaclRepair.model.id': 'gpt-test',
      'shaclRepair.model.baseUrl': endpoint.baseUrl,
      'shaclRepair.evaluation.programs': ['/usr/bin/true'],
    };
    return { settings, end: () => endpoint.close() };
  },

  async run({ driver, folder }: Stage): Promise<void> {
    await driver.statusBarItem('Restricted Mode');
    const before = await readdir(folder);
    const tests = new TestExplorer(driver);
    await tests.open();
    // VS Code itself runs no tests in an untrusted folder.
    await driver.runCommand('Test: Run All Tests');
    const question = driver.page.locator('.monaco-dialog-box', { hasText: 'Running tests may execute code' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });

    await driver.runCommand('SHACL Repair: Evaluate Repair Systems');
    await driver.waitForToast('Suites are not generated or evaluated in Restricted Mode.');
    await driver.screenshot('evaluateRestricted-1-refused');
    assert.deepEqual(await readdir(folder), before, 'Something was written.');
    assert.equal(endpoint.requests.length, 0, 'A model was asked.');
  },
} satisfies Scenario;
