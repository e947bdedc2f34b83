import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from './eventually.ts';
import { find } from './fixtures.ts';
import type { Scenario, Stage } from './runner.ts';

const prefixes = `@prefix dcat: <http://www.w3.org/ns/dcat#> .
@prefix dct: <http://purl.org/dc/terms/> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix ex: <http://example.org/> .

`;
const catalogue = `${prefixes}ex:rivers a dcat:Dataset ;
  dct:title "Rivers" ;
  dct:issued "2026-11-28" .

ex:lakes a dcat:Dataset ;
  dct:title "Lakes" ;
  dct:issued "2026-11-27"^^xsd:date .
`;
const shapes = `${prefixes}ex:DatasetShape a sh:NodeShape ;
  sh:targetClass dcat:Dataset ;
  sh:property [ sh:path dct:title ; sh:minCount 1 ] ;
  sh:property [ sh:path dct:issued ; sh:datatype xsd:date ] .

ex:CatalogShape a sh:NodeShape ;
  sh:targetClass dcat:Catalog ;
  sh:property [ sh:path dct:title ; sh:minCount 1 ] .
`;
const invitation = 'dcat-shapes.ttl has 1 shape for dcat:Dataset. Check this file with it?';

/**
 * A stranger with data and shapes of their own, from the installed extension to the first repair that is saved: each step is one
 * action. Then another file of the same folder, which is not notified about, and one where the invitation is declined.
 */
export default {
  name: 'firstMinutes',

  async prepare(folder: string): Promise<void> {
    await mkdir(path.join(folder, 'shapes'));
    await writeFile(path.join(folder, 'catalogue.ttl'), catalogue);
    await writeFile(path.join(folder, 'more.ttl'), catalogue);
    await writeFile(path.join(folder, 'shapes/dcat-shapes.ttl'), shapes);
  },

  async run({ driver, folder }: Stage): Promise<void> {
    const start = performance.now();
    let actions = 2; // Installing the extension and opening the folder.
    const act = async (action: () => Promise<unknown>): Promise<void> => {
      actions++;
      await action();
    };

    await act(() => driver.openFile('catalogue.ttl'));
    await driver.waitForToast(invitation);
    await driver.page.locator('.codelens-decoration', { hasText: 'Check with dcat-shapes.ttl' }).waitFor();
    await driver.screenshot('firstMinutes-1-invitation');
    await act(() =>
      driver.page.locator('.notification-toast .monaco-button', { hasText: /^Check$/ }).click(),
    );
    await driver.waitForUnderline('error', '"2026-11-28"');
    await driver.waitForToast('The link is written in a comment at the top of the file.');
    await driver.screenshot('firstMinutes-2-checked');
    const violation = { line: 10, column: 14 };
    await act(() => driver.goTo(violation));
    await act(() => driver.openQuickFixes(violation));
    await driver.screenshot('firstMinutes-3-repairs');
    await act(() => driver.page.keyboard.press('Enter'));
    await driver.waitForNoUnderline('error', violation.line);
    await act(() => driver.save());
    const seconds = (performance.now() - start) / 1000;
    console.log(
      `From the installed extension to a saved repair: ${actions} actions, ${seconds.toFixed(0)} s`,
    );
    assert.ok(actions <= 8, `${actions} actions`);
    const saved = await readFile(path.join(folder, 'catalogue.ttl'), 'utf8');
    assert.ok(saved.startsWith('# shapes: shapes/dcat-shapes.ttl\n@prefix'), saved);
    assert.match(saved, /"2026-11-28"\^\^xsd:date/);
    await driver.clearToasts();

    await driver.openFile('more.ttl');
    const lens = driver.page.locator('.codelens-decoration', { hasText: 'Not Here' });
    await lens.waitFor();
    assert.deepEqual(await driver.toasts(), []);
    await lens.locator('a', { hasText: 'Not Here' }).click();
    await lens.waitFor({ state: 'detached' });

    await driver.runCommand('SHACL Repair: Link Shapes');
    const items = await driver.waitForQuickPick('dcat-shapes.ttl');
    await driver.screenshot('firstMinutes-4-pick');
    assert.match(items[0]!, /dcat-shapes\.ttl · 2 shapes, 1 for dcat:Dataset$/);
    assert.match(items.at(-1)!, /catalogue\.ttl · no shapes not candidates$/);
    // The only candidate is ticked.
    await driver.page.keyboard.press('Enter');
    await driver.waitForLine(/^# shapes: shapes\/dcat-shapes\.ttl$/);
    await driver.page.locator('.notification-toast .monaco-button', { hasText: 'Undo' }).click();
    await eventually('the link is gone', async () => (await driver.visibleText()).startsWith('@prefix'));
    await driver.runCommand('SHACL Repair: Link Shapes');
    await driver.waitForQuickPick('dcat-shapes.ttl');
    await driver.page.keyboard.press('Enter');
    await driver.page
      .locator('.notification-toast .monaco-button', { hasText: 'Write It Elsewhere' })
      .click();
    await driver.choose('In the settings of this folder');
    await driver.waitForToast('The link is written in the settings of this folder.');
    await driver.waitForUnderline('error', '"2026-11-28"');
    assert.ok((await driver.visibleText()).startsWith('@prefix'));
    await driver.goTo(await find(path.join(folder, 'more.ttl'), '"2026-11-28"'));
    await driver.screenshot('firstMinutes-5-settings');
  },
} satisfies Scenario;
