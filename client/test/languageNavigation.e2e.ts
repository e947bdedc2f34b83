import assert from 'node:assert/strict';
import path from 'node:path';
import { pressAt, rowTexts } from './editorWidgets.ts';
import { actUntil } from './eventually.ts';
import { after, find } from './fixtures.ts';
import { openTeam, writeLanguageFiles } from './languageFiles.ts';
import type { Scenario, Stage } from './runner.ts';
import { inEachTheme } from './themes.ts';

/** By keyboard from a name to where it is defined, used and targeted, to symbols, and along the links of a node. */
export default {
  name: 'languageNavigation',
  isLong: true,
  prepare: writeLanguageFiles,

  async run(stage: Stage): Promise<void> {
    const { driver, folder } = stage;
    const { page } = driver;
    const { keyboard } = page;
    const shapes = path.join(folder, 'shapes/team-shapes.ttl');
    const team = await openTeam(stage);

    // The definition of a class is in the vocabulary, and the way back leads to the data.
    const engineer = after(await find(team, 'ex:ada a v:Engineer'), 12);
    await pressAt(driver, engineer, 'F12', driver.focusedEditor('vocabulary.ttl'));
    const defined = await find(path.join(folder, 'vocabulary.ttl'), 'v:Engineer a owl:Class');
    await driver.statusBarItem(`Ln ${defined.line}, Col ${defined.column}`);
    await actUntil('it is back', () => keyboard.press('Control+Alt+-'), driver.focusedEditor('team.ttl'));

    // References in all files, each shown in its place.
    const peek = page.locator('.reference-zone-widget');
    await pressAt(driver, after(await find(team, 'ex:grace a'), 4), 'Shift+F12', peek);
    const references = await rowTexts(peek.locator('.ref-tree .monaco-list-row'));
    assert.match(references.join('\n'), /team\.ttl/);
    assert.match(references.join('\n'), /projects\.ttl/);
    await inEachTheme(stage, (theme) => driver.screenshot(`languageNavigation-1-references-${theme}`));
    await actUntil('the references close', () => keyboard.press('Escape'), peek, 'hidden');

    // The nodes that a shape is about.
    await driver.openFile('team-shapes.ttl');
    await driver.statusBarItem(/SHACL/);
    await driver.goTo(after(await find(shapes, 's:EngineerShape'), 4));
    await driver.runCommand('Go to Implementations'); // A browser has no key for it.
    await peek.waitFor();
    const targets = await rowTexts(peek.locator('.ref-tree .monaco-list-row'));
    assert.deepEqual(targets, ['ex:ada a v:Engineer ;', 'ex:grace a v:Engineer ;', 'ex:alan a v:Engineer ;']);
    await driver.screenshot('languageNavigation-2-focus-nodes');
    await actUntil('the nodes close', () => keyboard.press('Escape'), peek, 'hidden');

    // Symbols of the file, with the property shapes inside of their shapes.
    await keyboard.press('Control+Shift+O');
    const symbols = await driver.waitForQuickPick('s:EngineerShape');
    assert.ok(
      symbols.some((each) => each.includes('foaf:name')),
      symbols.join('\n'),
    );
    await inEachTheme(stage, (theme) => driver.screenshot(`languageNavigation-3-symbols-${theme}`));
    await driver.filterQuickPick('@GroupShape', 's:GroupShape');
    await keyboard.press('Enter');
    const group = await find(shapes, 's:GroupShape');
    await driver.statusBarItem(`Ln ${group.line}, Col ${group.column}`);

    // The outline beside the editor.
    await driver.runCommand('Explorer: Focus on Outline View');
    const outline = page.locator('.outline-tree .monaco-list-row');
    await outline.first().waitFor();
    await inEachTheme(stage, (theme) => driver.screenshot(`languageNavigation-4-outline-${theme}`));
    await driver.focusEditor();

    // A term of the workspace by its label.
    await keyboard.press('Control+t');
    await page.locator('.quick-input-widget:visible input.input').fill('#Compilers');
    await driver.waitUntilProposed('ex:Q42');
    await driver.screenshot('languageNavigation-5-workspace-symbols');
    await keyboard.press('Enter');
    await driver.editorHasFocus('team.ttl');
    const compilers = await find(team, 'ex:Q42 a v:Group');
    await driver.statusBarItem(`Ln ${compilers.line}, Col`);

    // What links to a node and what it links to.
    const rows = page.locator('.part.sidebar .monaco-list-row');
    const place = after(await find(team, 'ex:Q42 a'), 4);
    await pressAt(driver, place, 'Shift+Alt+h', rows.filter({ hasText: 'ex:alan' }).first());
    const incoming = await rowTexts(rows);
    for (const person of ['ada', 'grace', 'alan']) {
      assert.ok(
        incoming.some((each) => each.includes(`ex:${person}`) && each.includes('v:memberOf')),
        incoming.join('\n'),
      );
    }
    await inEachTheme(stage, (theme) => driver.screenshot(`languageNavigation-6-links-${theme}`));
  },
} satisfies Scenario;
