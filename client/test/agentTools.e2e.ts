import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from './eventually.ts';
import { copyDemo, find } from './fixtures.ts';
import type { Scenario, Stage } from './runner.ts';
import type { ScriptedEditorModel } from './scriptedModels/script.ts';

const literal = '"0.3048"';
const made = `# shapes: shapes/unit-shapes.ttl
# context: ontology/qudt-excerpt.ttl
@prefix qudt: <http://qudt.org/schema/qudt/> .
@prefix quantitykind: <http://qudt.org/vocab/quantitykind/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix sou: <http://qudt.org/vocab/sou/> .
@prefix unit: <http://qudt.org/vocab/unit/> .

unit:FATHOM a qudt:Unit ;
  rdfs:label "fathom"@en ;
  qudt:symbol "ftm" ;
  qudt:hasQuantityKind quantitykind:Length ;
  qudt:applicableSystem sou:IMPERIAL ;
  qudt:ucumCode "[fth_i]"^^qudt:UCUMcs ;
  qudt:conversionMultiplier 1.8288 .
`;
const model: ScriptedEditorModel = {
  id: 'scripted-1',
  family: 'scripted',
  replies: [{ kind: 'says', text: 'Nothing.' }],
};

/**
 * Agents are offered the tools of a server where a setting says so. Another extension repairs a result with the tools of the
 * extension: its user sees the diff before it is made. Another program changes files on disk, and its user takes that back. Then a result is handed over to a chat.
 */
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
      'scriptedModels.creates': { file: 'made.ttl', text: made },
      'shaclRepair.validation.changesOnDisk': true,
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

    /** The names of the tools that validate. What starts meanwhile may take the focus from the command. */
    const validating = async () => {
      const lists = async () => (await told()).filter((each) => each.startsWith('validating: '));
      const count = (await lists()).length;
      await eventually('the tools are told', async () => {
        await driver.focusEditor();
        await driver.runCommand('Scripted Models: Validate with Each Tool');
        const until = performance.now() + 5000;
        while (performance.now() < until && (await lists()).length === count) await page.waitForTimeout(250);
        return (await lists()).length > count;
      });
      return (await lists()).at(-1)!.split(' ').slice(1);
    };
    assert.deepEqual(await validating(), ['shaclRepair_validate']);
    // Before 1.101, VS Code takes no servers of extensions.
    if (path.basename(out) !== '1.100') {
      const settings = path.join(folder, '.vscode/settings.json');
      await mkdir(path.dirname(settings), { recursive: true });
      await writeFile(settings, JSON.stringify({ 'shaclRepair.agents.mcpServer': 'readOnly' }));
      await driver.runAndPick('MCP: List Servers', 'SHACL Repair');
      await driver.choose('Start Server');
      // VS Code shows what the server logs.
      await page.locator('[id="workbench.parts.panel"]').waitFor();
      await driver.runCommand('View: Hide Panel');
      await eventually(
        'agents are offered the tools of the server',
        async () => (await validating()).length === 2,
      );
      const [ofServer] = await validating();
      await tells(new RegExp(`^${ofServer}: .*"verdict":"violates"`));
      await rm(settings);
      await eventually('and not without the setting', async () => (await validating()).length === 1);
    }

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

    await driver.save();

    await driver.runCommand('Scripted Models: Create with Tools');
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'Yes' }).click();
    const file = path.join(folder, 'made.ttl');
    await eventually('the file is there', async () => existsSync(file));
    await driver.openFile('made.ttl');
    await driver.screenshot('agentTools-2-created');
    await driver.undo();
    await eventually('one step takes the file away', async () => !existsSync(file));
    await driver.openFile('units.ttl');

    const units = path.join(folder, 'units.ttl');
    const copy = path.join(folder, 'copy.ttl');
    const before = await readFile(units, 'utf8');
    const worse = before.replace('"0.3048"', '"0.3048", "none"');
    const read = () => readFile(units, 'utf8');
    const toast = page.locator('.notifications-toasts .notification-list-item', {
      hasText: 'Another program changed 2 files: ',
    });
    await writeFile(units, worse);
    await writeFile(copy, worse);
    await toast.waitFor();
    await driver.screenshot('agentTools-3-changedOnDisk');
    await toast.getByRole('button', { name: 'Undo the Change' }).click();
    const apply = page.getByRole('button', { name: 'Apply', exact: true });
    await apply.waitFor();
    const parts = page.locator('.panel .monaco-list-row', { has: page.getByRole('checkbox') });
    await parts.filter({ hasText: 'copy.ttl' }).first().waitFor();
    for (const part of await parts.all()) await part.getByRole('checkbox').check();
    await driver.screenshot('agentTools-4-undo');
    await apply.click();
    await apply.waitFor({ state: 'hidden' });
    await eventually('the file that was created is gone', async () => !existsSync(copy));
    await driver.focusEditor();
    await driver.saveAll();
    await eventually('the file is what it was', async () => (await read()) === before);
    await driver.clearToasts();

    await driver.runCommand('Scripted Models: Bring Models');
    await eventually('an agent is offered', async () =>
      (await driver.openQuickFixes(place)).some((each) => each.includes('Fix with Agent…')),
    );
    await driver.screenshot('agentTools-5-offered');
    await driver.chooseQuickFix('Fix with Agent…');
    // VS Code 1.100 has a chat only with an extension that brings one.
    if (path.basename(out) === '1.100') return;
    await page
      .locator('.interactive-input-part', { hasText: 'Fix this result of SHACL validation' })
      .waitFor();
    await driver.screenshot('agentTools-6-chat');
  },
} satisfies Scenario;
