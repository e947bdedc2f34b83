import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, find } from './fixtures.ts';
import { openTeam, writeLanguageFiles } from './languageFiles.ts';
import type { Scenario, Stage } from './runner.ts';
import { inEachTheme } from './themes.ts';

const meetings = `@prefix ex: <http://example.org/team/> .
@prefix v: <http://example.org/vocabulary#> .

_:standup a v:Meeting ; v:chair ex:grace .
ex:ada v:attends _:standup .
ex:alan v:attends _:standup .
`;

/**
 * What the editor makes of a file's structure: the way to the class of a node, the subject that stays in view, and the places of a
 * label that change as one.
 */
export default {
  name: 'languageEditor',

  async prepare(folder: string): Promise<void> {
    await writeLanguageFiles(folder);
    await writeFile(path.join(folder, 'meetings.ttl'), meetings);
  },

  /** Editing linked places is off where nobody turns it on. */
  async setUp() {
    return { settings: { 'editor.linkedEditing': true }, end: async () => {} };
  },

  async run(stage: Stage): Promise<void> {
    const { driver, folder } = stage;
    const { page } = driver;
    const { keyboard } = page;
    const team = await openTeam(stage);

    // From a use of a node to its class.
    await driver.goTo(after(await find(team, 'v:lead ex:grace'), 'v:lead ex:'.length));
    await driver.runCommand('Go to Type Definition');
    await driver.editorHasFocus('vocabulary.ttl');
    const engineer = await find(path.join(folder, 'vocabulary.ttl'), 'v:Engineer a owl:Class');
    await driver.statusBarItem(`Ln ${engineer.line}, Col ${engineer.column}`);
    await driver.screenshot('languageEditor-1-type');

    // The subject stays in view while its properties are scrolled through.
    await driver.openFile('team.ttl');
    await driver.goTo(await find(team, 'v:desk'));
    const grace = await find(team, 'ex:grace a');
    for (let line = 1; line <= grace.line + 1; line++) await keyboard.press('Control+ArrowDown');
    await page
      .locator('.sticky-widget .sticky-line-content')
      .filter({ hasText: /ex:grace\sa\sv:Engineer/ })
      .waitFor();
    await inEachTheme(stage, (theme) => driver.screenshot(`languageEditor-2-sticky-${theme}`));

    // The places of a label are edited as one.
    await driver.openFile('meetings.ttl');
    await driver.goTo(
      after(await find(path.join(folder, 'meetings.ttl'), '_:standup a'), '_:standup'.length),
    );
    await page.locator('.linked-editing-decoration').first().waitFor();
    await inEachTheme(stage, (theme) => driver.screenshot(`languageEditor-3-label-${theme}`));
    await keyboard.type('s');
    await driver.waitForLine(/^_:standups a v:Meeting/);
    await driver.waitForLine(/^ex:ada v:attends _:standups \.$/);
    await driver.waitForLine(/^ex:alan v:attends _:standups \.$/);
  },
} satisfies Scenario;
