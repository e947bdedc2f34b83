import assert from 'node:assert/strict';
import { type ScriptedEndpoint, says, scriptedEndpoint } from '../../server/src/testing/scriptedEndpoint.ts';
import { rightAnswer } from '../../server/src/testing/taskAnswers.ts';
import { eventually } from './eventually.ts';
import { copyDemo } from './fixtures.ts';
import type { Scenario, Stage } from './runner.ts';
import { showNarrow, showThemes } from './themes.ts';

let endpoint: ScriptedEndpoint;
/** Requests that are answered late, so that there is something to cancel. */
let isSlow = false;

/** A model is checked: asked about, allowed, cancelled, and shown with its scores. */
export default {
  name: 'modelCheck',
  isLong: true,
  prepare: copyDemo,

  async setUp() {
    endpoint = await scriptedEndpoint((request, response) => {
      const prompt = request.body.messages[0]!.content;
      // Lists are wrapped, the rest is as it should be.
      const answer = rightAnswer(prompt);
      const said = prompt.includes('shortest connection') ? `Here it is:\n\n${answer}\n\nDone.` : answer;
      setTimeout(() => says(said)(request, response), isSlow ? 3000 : 20);
    });
    const settings = {
      'shaclRepair.model.provider': 'openai',
      'shaclRepair.model.id': 'gpt-test',
      'shaclRepair.model.baseUrl': endpoint.baseUrl,
    };
    return { settings, end: () => endpoint.close() };
  },

  async run(stage: Stage): Promise<void> {
    const { driver } = stage;
    const { page } = driver;
    const dialog = page.locator('.monaco-dialog-box');
    await driver.openFile('units.ttl');

    await driver.runCommand('SHACL Repair: Check Model');
    await dialog.filter({ hasText: 'Ask gpt-test 20 questions about Turtle?' }).waitFor();
    await driver.screenshot('modelCheck-1-question');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(endpoint.requests.length, 0, 'Something was sent before it was allowed.');

    isSlow = true;
    await driver.runCommand('SHACL Repair: Check Model');
    await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
    await dialog.filter({ hasText: `Send data to ${endpoint.host}?` }).waitFor();
    await dialog.getByRole('button', { name: 'Allow' }).click();
    await eventually('the model is asked', async () => endpoint.requests.length > 0);
    await page.locator('.notification-toast').getByRole('button', { name: 'Cancel' }).click();
    await page.locator('.notification-toast').waitFor({ state: 'detached' });
    const asked = endpoint.requests.length;
    assert.ok(asked < 20, 'Cancelling came too late.');
    isSlow = false;

    await driver.runCommand('SHACL Repair: Check Model');
    await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.locator('.tab.active', { hasText: 'Model Check: gpt-test' }).waitFor();
    const frame = page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
    await frame.getByText('gpt-test: no-go').waitFor();
    await frame.locator('svg.plot').nth(2).waitFor();
    const rows = await frame.locator('section.numbers table').first().locator('tbody tr').allInnerTexts();
    assert.deepEqual(
      rows.map((row) =>
        row
          .split(/\t/)
          .filter((_, i) => [1, 7].includes(i))
          .join(': '),
      ),
      ['T1 Find a connection: no-go', ...others.map((task) => `${task}: go`)],
    );
    await showThemes(stage, 'modelCheck-2-report');
    await showNarrow(stage, 'modelCheck-2-report');
  },
} satisfies Scenario;

const others = [
  'T2 Correct a file',
  'T2L Mend small files',
  'T3 Make up a graph',
  'T4 Count friends',
  'T5 Extract facts',
];
