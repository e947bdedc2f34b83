import assert from 'node:assert/strict';
import { cp, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  hangs,
  type Reply,
  type ScriptedEndpoint,
  says,
  scriptedEndpoint,
} from '../../server/src/testing/scriptedEndpoint.ts';
import { EvaluationPage } from './evaluationPage.ts';
import { eventually } from './eventually.ts';
import type { Inputs, Scenario, Stage } from './runner.ts';
import { SuitePage } from './suitePage.ts';
import { TestExplorer } from './testExplorer.ts';
import { showNarrow, showThemes } from './themes.ts';

let endpoint: ScriptedEndpoint;
/** Whether the model keeps people waiting after some answers, so that there is something to cancel. */
let isSlow: boolean;

/** Systems are measured on a suite, a model among them, their report is read, and cases are tried one by one. */
export default {
  name: 'evaluate',

  async prepare(folder: string, { root }: Inputs): Promise<void> {
    for (const file of ['library.ttl', 'library-shapes.ttl']) {
      await cp(path.join(root, 'test-fixtures/heldout', file), path.join(folder, file));
    }
  },

  async setUp() {
    isSlow = true;
    endpoint = await scriptedEndpoint(answers);
    const settings = {
      'shaclRepair.model.provider': 'openai',
      'shaclRepair.model.id': 'gpt-test',
      'shaclRepair.model.baseUrl': endpoint.baseUrl,
      'shaclRepair.model.prices': [{ model: 'gpt-test', from: '2020-01-01', input: 2.5, output: 10 }],
    };
    return { settings, end: () => endpoint.close() };
  },

  async run(stage: Stage): Promise<void> {
    await generate(stage);
    await measure(stage);
    await readReport(stage);
    await tryCases(stage);
  },
} satisfies Scenario;

/** Some answers are of no use, some say nothing about the case, some take the whole focus node away. */
const answers: Reply = (request, response) => {
  if (isSlow && endpoint.requests.length > 20) return hangs(request, response);
  const prompt = request.body.messages.at(-1)!.content;
  const focus = /Focus Node: (\S+)/.exec(prompt)?.[1] ?? '';
  const kinds = [
    'I am sorry, I can not repair this.',
    JSON.stringify({ answer: 'INSERT DATA { <http://example.org/a> <http://example.org/b> 1 }' }),
    JSON.stringify({ answer: `DELETE WHERE { ${focus} ?p ?o }` }),
  ];
  says(kinds[prompt.length % kinds.length]!)(request, response);
};

async function generate({ driver }: Stage): Promise<void> {
  const suite = new SuitePage(driver.page);
  await driver.openFile('library.ttl');
  await driver.statusBarItem('SHACL ✓ conforms');
  await driver.runCommand('SHACL Repair: Generate VIO Benchmark');
  await suite.acceptOptions();
  await suite.heading('library: 53 of 54 constraints covered and 1 satisfied by 38 cases');
}

async function measure({ driver, folder }: Stage): Promise<void> {
  const { page } = driver;
  const suite = new SuitePage(page);
  await suite.button('Evaluate…').click();
  await driver.waitForQuickPick('symbolic');
  await driver.screenshot('evaluate-1-systems');
  await driver.choose('model:gpt-test');
  await driver.waitForQuickPick('SF+');
  await driver.screenshot('evaluate-2-strategies');
  await driver.choose('MG');

  const question = page.locator('.monaco-dialog-box', { hasText: 'Ask gpt-test 76 times?' });
  await question.waitFor();
  await driver.screenshot('evaluate-3-estimate');
  assert.equal(endpoint.requests.length, 0, 'The model was asked before anybody allowed it.');
  await question.getByRole('button', { name: 'Ask' }).click();
  const consent = page.locator('.monaco-dialog-box', { hasText: `Send data to ${endpoint.host}?` });
  await consent.waitFor();
  assert.equal(endpoint.requests.length, 0, 'Data was sent before it was allowed.');
  await consent.getByRole('button', { name: 'Allow' }).click();

  // Cancelled, it keeps what it has, and goes on from there.
  const toast = page.locator('.notification-toast', { hasText: 'Evaluating on library-vio' });
  await toast.filter({ hasText: / of 114 attempts/ }).waitFor();
  await driver.screenshot('evaluate-4-progress');
  await toast.getByRole('button', { name: 'Cancel' }).click();
  const cancelled = page.locator('.notification-toast', { hasText: 'The evaluation was cancelled.' });
  await cancelled.waitFor();
  await driver.screenshot('evaluate-5-cancelled');
  const before = await recorded(folder);
  assert.ok(before > 0, 'Nothing was recorded.');
  isSlow = false;
  await cancelled.getByRole('button', { name: 'Resume' }).click();
  await page.locator('.monaco-dialog-box').getByRole('button', { name: 'Ask', exact: true }).click();
  await eventually('all is recorded', async () => (await recorded(folder)) === 114);
}

async function recorded(folder: string): Promise<number> {
  const text = await readFile(path.join(folder, 'library-vio-run/trials.jsonl'), 'utf8');
  return text.split('\n').length - 1;
}

async function readReport(stage: Stage): Promise<void> {
  const { driver, folder } = stage;
  const report = new EvaluationPage(driver.page);
  await report.of('library-vio-run');
  const files = await readdir(path.join(folder, 'library-vio-run'));
  for (const file of [
    'run.json',
    'trials.jsonl',
    'answers.jsonl',
    'report.json',
    'report.md',
    'report.csv',
  ]) {
    assert.ok(files.includes(file), `There is no ${file}.`);
  }
  await driver.page.setViewportSize({ width: 1600, height: 1000 });
  await report.charts([
    'Heat map of the share of trials',
    'Bars of the share of trials that reach each tier',
    'Bars of the tokens of a trial',
    'Dots of USD per 1,000 trials',
    'Forest plot of 2 differences',
    'Shares of both sides by tier',
  ]);
  await showThemes(stage, 'evaluate-6');
  await showNarrow(stage, 'evaluate-6');
  await report.goTo('Effects');
  await driver.screenshot('evaluate-6-light-effects');
  await report.goTo('Failures');
  await driver.screenshot('evaluate-6-light-failures');
}

/** A case that is repaired passes; one that is not shows what should have been, and what is. */
async function tryCases({ driver }: Stage): Promise<void> {
  const { page } = driver;
  const tests = new TestExplorer(driver);
  await tests.open();
  await tests.runUsing('library-vio', 'Repair with the symbolic system');
  await tests.state('library-vio', 'passed');
  await driver.screenshot('evaluate-7-symbolic');
  await tests.expand('library-vio');
  await tests.runUsing('case-0001', 'Repair with gpt-test');
  const question = page.locator('.monaco-dialog-box', { hasText: 'Ask gpt-test once?' });
  await question.waitFor();
  await driver.screenshot('evaluate-8-question');
  await question.getByRole('button', { name: 'Ask' }).click();
  await tests.state('case-0001', 'failed');
  await tests.showResult('case-0001');
  await tests.difference({ expected: ':nature a lib:Subject', actual: ':nature' });
  await driver.screenshot('evaluate-9-failed');
}
