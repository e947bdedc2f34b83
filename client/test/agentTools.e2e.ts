import assert from 'node:assert/strict';
import path from 'node:path';
import { eventually } from './eventually.ts';
import { copyDemo, find } from './fixtures.ts';
import type { Scenario, Stage } from './runner.ts';
import type { ScriptedEditorModel } from './scriptedModels/script.ts';

const literal = '"0.3048"';
const model: ScriptedEditorModel = {
  id: 'scripted-1',
  family: 'scripted',
  replies: [{ kind: 'says', text: 'Nothing.' }],
};

/** Another extension repairs a result with the tools for agents: its user sees the diff before it is made. Then one is handed over to a chat. */
export default {
  name: 'agentTools',
  isLong: true,
  hasEditorModels: true,
  prepare: copyDemo,

  async setUp() {
    const settings = {
      'chat.disableAIFeatures': false,
      'scriptedModels.models': [model],
      'scriptedModels.repairs': { file: 'units.ttl', word: '0.3048' },
    };
    return { settings, end: async () => {} };
  },

  async run({ driver, workbench, folder, out }: Stage): Promise<void> {
    const { page } = driver;
    const place = await find(path.join(folder, 'units.ttl'), literal);
    const told = async () => (await workbench.outputChannel('Scripted Models')).split('\n');
    const tells = (line: RegExp) =>
      eventually(`the agent tells ${line}`, async () => (await told()).find((each) => line.test(each)));
    await driver.openFile('units.ttl');
    await driver.goTo(place);
    await driver.waitForUnderline('error', literal);

    await driver.runCommand('Scripted Models: Repair with Tools');
    const dialog = page.locator('.monaco-dialog-box', { hasText: 'Apply a verified change?' });
    await dialog.waitFor();
    await driver.screenshot('agentTools-1-diff');
    const shown = await dialog.innerText();
    assert.match(shown, /It ends 1 result and causes none/);
    assert.match(shown, /-.*"0\.3048"/);
    assert.match(shown, /\+.*0\.3048/);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await tells(/^failed: /);
    await driver.waitForUnderline('error', literal);

    await driver.runCommand('Scripted Models: Repair with Tools');
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'Yes' }).click();
    const applied = await tells(/^apply_change: /);
    assert.match(applied, /"fixed":1,.*Not saved yet: units\.ttl\./);
    await page.locator('.tab.active.dirty', { hasText: 'units.ttl' }).waitFor();
    await driver.waitForNoUnderline('error', place.line);
    await driver.focusEditor();
    await driver.undo();
    await driver.waitForUnderline('error', literal);

    await driver.runCommand('Scripted Models: Bring Models');
    await eventually('an agent is offered', async () =>
      (await driver.openQuickFixes(place)).some((each) => each.includes('Fix with Agent…')),
    );
    await driver.screenshot('agentTools-2-offered');
    await driver.chooseQuickFix('Fix with Agent…');
    // VS Code 1.100 has a chat only with an extension that brings one.
    if (path.basename(out) === '1.100') return;
    await page
      .locator('.interactive-input-part', { hasText: 'Fix this result of SHACL validation' })
      .waitFor();
    await driver.screenshot('agentTools-3-chat');
  },
} satisfies Scenario;
