import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { actUntil, eventually } from './eventually.ts';
import { after, find } from './fixtures.ts';
import { openTeam, writeLanguageFiles } from './languageFiles.ts';
import type { Scenario, Stage } from './runner.ts';
import { inEachTheme } from './themes.ts';

const formatted = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix v: <http://example.org/vocabulary#> .
@prefix ex: <http://example.org/team/> .

ex:barbara a v:Engineer ;
  v:level v:senior ;
  v:memberOf ex:Q7 .
# She joins in May.
ex:donald a v:Engineer ;
  v:level v:junior .
`;

/** Names are changed in all files, or not at all; layout and prefixes are tidied; links follow a file that is moved. */
export default {
  name: 'languageWriting',
  isLong: true,
  prepare: writeLanguageFiles,

  async setUp() {
    return { settings: { 'editor.formatOnType': true }, end: async () => {} };
  },

  async run(stage: Stage): Promise<void> {
    const { driver, folder } = stage;
    const { page } = driver;
    const { keyboard } = page;
    const read = (name: string) => readFile(path.join(folder, name), 'utf8');
    const team = await openTeam(stage);

    // A name that is taken is refused, with the reason.
    const box = page.locator('.monaco-editor .rename-box:visible');
    const rename = async (name: string, key: string) => {
      await actUntil('the new name is asked for', () => keyboard.press('F2'), box);
      await box.locator('input').fill(name);
      await keyboard.press(key);
    };
    const name = after(await find(team, 'ex:grace a'), 4);
    await driver.goTo(name);
    await rename('ada', 'Enter');
    const message = page.locator(
      '.notifications-toasts .notification-list-item-message, .monaco-editor-overlaymessage',
    );
    await message.filter({ hasText: 'Two terms would become one' }).first().waitFor();
    await inEachTheme(stage, (theme) => driver.screenshot(`languageWriting-1-refused-${theme}`));
    await driver.clearToasts();

    // A free one is previewed, and written to all files.
    await driver.focusEditor();
    await driver.goTo(name);
    await rename('hopper', 'Control+Enter');
    const changed = page.locator('.part.panel .monaco-list-row', { hasText: 'team:hopper' });
    await changed.waitFor();
    await inEachTheme(stage, (theme) => driver.screenshot(`languageWriting-2-preview-${theme}`));
    await page.locator('.part.panel').getByRole('button', { name: 'Apply' }).click();
    await driver.waitForLine(/^ {2}v:lead ex:hopper \.$/);
    await driver.saveAll();
    assert.match(await read('projects.ttl'), /p:reviewer team:hopper \./);
    assert.match(await read('team.ttl'), /^ex:hopper a v:Engineer ;$/m);

    // The layout of a file, of a selection, and of the statement that a dot ends.
    await driver.openFile('draft.ttl');
    const draft = await driver.visibleText();
    const shows = (text: string) =>
      eventually(
        'the text is as expected',
        async () => (await driver.visibleText()).trimEnd() === text.trimEnd(),
      );
    await driver.runCommand('Format Document');
    await shows(formatted);
    await driver.screenshot('languageWriting-3-formatted');
    await driver.undo();
    await shows(draft);
    const file = path.join(folder, 'draft.ttl');
    await driver.goTo(await find(file, 'ex:donald'));
    await keyboard.press('Shift+End');
    await driver.runCommand('Format Selection');
    await driver.waitForLine(/^ {2}v:level v:junior \.$/);
    await driver.waitForLine(/^ex:barbara {3}a v:Engineer;v:level v:senior ;$/);
    await driver.undo();
    await shows(draft);
    await keyboard.press('Control+End');
    await keyboard.type('ex:edsger   a   v:Engineer .');
    await driver.waitForLine(/^ex:edsger a v:Engineer \.$/);
    await driver.screenshot('languageWriting-4-typed');
    await driver.undo();
    await driver.runCommand('File: Revert File');
    await shows(draft);

    // A prefix that nothing uses, and all of them.
    const skos = await find(file, 'skos:');
    assert.ok((await driver.openQuickFixes(skos)).includes('Remove unused prefix skos:'));
    await driver.screenshot('languageWriting-5-unused-prefix');
    await driver.chooseQuickFix('Remove unused prefix skos:');
    await shows(draft.split('\n').slice(1).join('\n'));
    await driver.editorHasFocus('draft.ttl');
    await keyboard.press('Shift+Alt+o');
    await eventually('the prefixes are sorted', async () => {
      const [first, second] = (await driver.visibleText()).split('\n');
      return first!.startsWith('@prefix ex:') && second!.startsWith('@prefix v:');
    });
    await driver.screenshot('languageWriting-6-organized');

    // Names are written as whole IRIs, and these as names again.
    const organized = await driver.visibleText();
    const line = organized.split('\n').findIndex((each) => each.includes('v:level'));
    const placeOf = (name: string) => ({
      line: line + 1,
      column: organized.split('\n')[line]!.indexOf(name) + 4,
    });
    await inEachTheme(stage, async (theme) => {
      const titles = await driver.openQuickFixes(placeOf('v:level'));
      assert.ok(titles.includes('Write all 7 names with v: as whole IRIs'), titles.join(', '));
      await driver.screenshot(`languageWriting-9-rewrites-${theme}`);
    });
    await driver.chooseQuickFix('Write all 7 names with v: as whole IRIs');
    await driver.waitForLine(/<http:\/\/example\.org\/vocabulary#junior> \./);
    const iris = 'Write all 7 IRIs of <http://example.org/vocabulary#> as v:…';
    assert.ok((await driver.openQuickFixes(placeOf('v:Engineer'))).includes(iris));
    await driver.screenshot('languageWriting-10-iris');
    await driver.chooseQuickFix(iris);
    await shows(organized);
    await driver.saveAll();

    // Links follow a file that gets another name.
    await driver.openFile('vocabulary.ttl');
    await driver.runCommand('File: Reveal Active File in Explorer View');
    const input = page.locator('.explorer-folders-view .monaco-inputbox input');
    await actUntil('the new name is asked for', () => keyboard.press('F2'), input);
    await input.fill('terms.ttl');
    await keyboard.press('Enter');
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.waitFor();
    await driver.screenshot('languageWriting-7-rename-file');
    await dialog.getByRole('button', { name: 'OK' }).click();
    // VS Code opens the file under its new name, and shows it when it has done so.
    await page.locator('.tab.active', { hasText: 'terms.ttl' }).waitFor();
    await driver.openFile('team.ttl');
    await driver.waitForLine(/^# context: terms\.ttl$/);
    await driver.waitForResults(1);
    await driver.screenshot('languageWriting-8-links');

    // Statements are sorted between what divides the file.
    await driver.focusEditor();
    await driver.runCommand('Source Action...');
    await page.locator('.action-widget:visible .title', { hasText: 'Sort Statements' }).waitFor();
    await driver.screenshot('languageWriting-11-source-actions');
    await driver.chooseQuickFix('Sort Statements');
    await eventually('the statements are sorted', async () => {
      const text = await driver.visibleText();
      const places = ['ex:ada a', 'ex:alan a', 'ex:hopper a', 'ex:Q7 a', 'ex:Q42 a'].map((each) =>
        text.indexOf(each),
      );
      return places.every((place, i) => place > (places[i - 1] ?? 0));
    });
    await driver.screenshot('languageWriting-12-sorted');
  },
} satisfies Scenario;
