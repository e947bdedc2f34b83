import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { hangs, type ScriptedEndpoint, scriptedEndpoint } from '../../server/src/testing/scriptedEndpoint.ts';
import { EvaluationPage } from './evaluationPage.ts';
import type { Inputs, Scenario, Stage } from './runner.ts';
import { TestExplorer } from './testExplorer.ts';

let endpoint: ScriptedEndpoint;

/** In a folder that nobody trusts yet, the repairer without a model is measured; nothing is asked or started. */
export default {
  name: 'evaluateRestricted',
  trust: 'none',

  async prepare(folder: string, { root }: Inputs): Promise<void> {
    const data = path.join(root, 'test-fixtures/university/university.ttl');
    const args = ['generate', data, '--cross-check', 'none', '--out', path.join(folder, 'university-vio')];
    await promisify(execFile)(process.execPath, [path.join(root, 'dist/cli.js'), ...args]);
  },

  async world() {
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
    const tests = new TestExplorer(driver);
    await tests.open();
    const profiles = (await tests.profiles('university-vio')).join(', ');
    assert.match(profiles, /Repair with the symbolic system/);
    assert.doesNotMatch(profiles, /gpt-test|usr/);

    await driver.runCommand('SHACL Repair: Evaluate Repair Systems');
    const systems = await driver.waitForQuickPick('symbolic');
    assert.ok(!systems.some((each) => /gpt-test|command:/.test(each)), systems.join('\n'));
    await driver.screenshot('evaluateRestricted-1-systems');
    await driver.choose('noop');
    await new EvaluationPage(driver.page).of('university-vio-run');
    await driver.screenshot('evaluateRestricted-2-report');
    const run = JSON.parse(await readFile(path.join(folder, 'university-vio-run/run.json'), 'utf8'));
    assert.deepEqual(
      run.cells.map(({ id }: { readonly id: string }) => id),
      ['symbolic', 'noop'],
    );
    assert.equal(endpoint.requests.length, 0, 'A model was asked.');
  },
} satisfies Scenario;
