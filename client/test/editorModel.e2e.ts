import assert from 'node:assert/strict';
import path from 'node:path';
import { eventually } from './eventually.ts';
import { copyDemo, find } from './fixtures.ts';
import type { Scenario, Stage } from './runner.ts';
import type { ScriptedEditorModel, ScriptedReply, ScriptedRequest } from './scriptedModels/script.ts';
import type { Workbench } from './workbench.ts';

const literal = '"0.3048"';
const bad = says('DELETE DATA { unit:FT qudt:symbol "nothing like it" }', 'a guess');
const good = says(
  'DELETE DATA { unit:FT qudt:conversionMultiplier "0.3048" } ; INSERT DATA { unit:FT qudt:conversionMultiplier 0.3048 }',
  'a multiplier is a number',
);

const model: ScriptedEditorModel = {
  id: 'scripted-1',
  family: 'scripted',
  replies: [
    { kind: 'waits' },
    { kind: 'fails', with: 'Blocked', message: 'The quota is used up.' },
    { kind: 'fails', with: 'Error', message: 'out of order' },
    bad,
    good,
    bad,
  ],
};

/** VS Code's own models are asked through its API: absent, refused, cancelled, failing, in two rounds, and without a repair. */
export default {
  name: 'editorModel',
  hasEditorModels: true,
  prepare: copyDemo,

  async setUp() {
    const settings = {
      'shaclRepair.model.provider': 'vscode',
      'scriptedModels.models': [model],
    };
    return { settings, end: async () => {} };
  },

  async run({ driver, workbench, folder }: Stage): Promise<void> {
    const { page } = driver;
    const place = await find(path.join(folder, 'units.ttl'), literal);
    const ask = async () => {
      await driver.focusEditor();
      await driver.openQuickFixes(place);
      await driver.chooseQuickFix('Ask VS Code’s model for a repair');
    };
    const fails = async (message: string) => {
      await ask();
      await driver.waitForToast(message);
      await driver.clearToasts();
    };
    await driver.openFile('units.ttl');
    await driver.goTo(place);
    await driver.waitForUnderline('error', literal);

    await fails('VS Code has no language models.');

    await driver.runCommand('Scripted Models: Bring Models');
    const dialog = page.locator('.monaco-dialog-box', { hasText: 'Scripted Models' });
    await ask();
    await dialog.waitFor();
    const progress = page.locator('.notifications-toasts .notification-list-item', {
      hasText: 'Asking VS Code’s model for a repair',
    });
    assert.match(await progress.innerText(), /round 1; VS Code may ask for your permission/);
    await driver.screenshot('editorModel-1-consent');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await driver.waitForToast('SHACL Repair is not allowed to use VS Code’s models.');
    await driver.clearToasts();
    assert.deepEqual(await requests(workbench), []);

    await ask();
    await dialog.getByRole('button', { name: 'Allow' }).click();
    const asked = await eventually('the model is asked', async () => (await requests(workbench))[0]);
    assert.equal(asked.by, 'shacl-repair.shacl-repair');
    assert.match(asked.messages.join(), /Value: "0\.3048"/);
    await driver.cancelProgress('Asking VS Code’s model for a repair');

    await fails('VS Code blocked the request, perhaps because a quota is used up: The quota is used up.');
    await fails('VS Code’s model failed: out of order');

    await ask();
    await driver.waitForQuickPick('VS Code’s model: a multiplier is a number');
    await driver.screenshot('editorModel-2-repairs');
    await driver.choose('a multiplier is a number');
    const preview = await driver.waitForQuickPick('Apply this repair');
    // All of it is there to be read, before it can be applied.
    const update = preview.join(' ');
    for (const part of ['DELETE DATA {', '"0.3048"', 'INSERT DATA {', 'conversionMultiplier'])
      assert.ok(update.includes(part), `There is no ${part} in ${update}.`);
    await driver.choose('Apply this repair');
    await page.locator('.tab.active.dirty', { hasText: 'units.ttl' }).waitFor();
    await driver.waitForNoUnderline('error', place.line);
    assert.deepEqual(
      (await requests(workbench)).map(({ messages }) => messages.length),
      [1, 1, 1, 1, 3],
    );

    await driver.focusEditor();
    await driver.undo();
    await driver.waitForUnderline('error', literal);
    await ask();
    await page.locator('.quick-input-title', { hasText: 'VS Code’s model found no valid repair' }).waitFor();
    const items = await driver.waitForQuickPick('The update changes nothing.');
    await driver.screenshot('editorModel-3-noValidRepair');
    const own = items.filter((item) => item.includes('Change "0.3048" to 0.3048'));
    assert.ok(own.length > 0 && own.every((item) => item.includes('found without the model')), own.join());
  },
} satisfies Scenario;

function says(update: string, why: string): ScriptedReply {
  return { kind: 'says', text: JSON.stringify({ why, answer: update }) };
}

/** What the model was asked so far. */
async function requests(workbench: Workbench): Promise<readonly ScriptedRequest[]> {
  const lines = (await workbench.outputChannel('Scripted Models')).split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as ScriptedRequest);
}
