import assert from 'node:assert/strict';
import { suggest, suggested, takeSuggestion } from './editorWidgets.ts';
import { after, find } from './fixtures.ts';
import { openTeam, writeLanguageFiles } from './languageFiles.ts';
import type { Scenario, Stage } from './runner.ts';
import { inEachTheme } from './themes.ts';

/** What is missing, which values and classes fit, prefixes and paths of links are suggested, and written when chosen. */
export default {
  name: 'languageCompletion',
  isLong: true,
  prepare: writeLanguageFiles,

  async run(stage: Stage): Promise<void> {
    const { driver } = stage;
    const { keyboard } = driver.page;
    const team = await openTeam(stage);

    // A property: what the node's shape still needs comes first.
    const groups = 'ex:Q42 , ex:Q7 ';
    await driver.goTo(after(await find(team, groups), groups.length));
    await keyboard.type(';');
    await keyboard.press('Enter');
    const properties = await suggest(driver, 'v:since');
    assert.match(properties[0]!, /^v:since.*needs 1 more/);
    await keyboard.press('Control+Space'); // Shows the documentation on the side.
    await inEachTheme(stage, (theme) => driver.screenshot(`languageCompletion-1-property-${theme}`));
    await takeSuggestion(driver, 'v:since');

    // A value of the kind that the shape asks for comes at once, behind one space.
    const date = '""^^xsd:date';
    assert.match((await suggested(driver, date))[0]!, /""\^\^xsd:date/);
    await driver.waitForLine(/^ {2}v:since ?\.$/);
    await driver.screenshot('languageCompletion-2-value');
    await takeSuggestion(driver, date);
    await keyboard.type('2022-05-01');
    await driver.waitForLine(/^ {2}v:since "2022-05-01"\^\^xsd:date ?\.$/);
    await driver.statusBarItem('SHACL ✓ conforms');

    // A class, a listed value, and a node that is found by its label.
    await keyboard.press('Control+End');
    await keyboard.press('Enter');
    await keyboard.type('ex:barbara a ');
    assert.match((await suggest(driver, 'v:Engineer'))[0]!, /^v:Engineer/);
    await inEachTheme(stage, (theme) => driver.screenshot(`languageCompletion-3-class-${theme}`));
    await takeSuggestion(driver, 'v:Engineer');
    await keyboard.type(' ;');
    await keyboard.press('Enter');
    await keyboard.type('v:lev');
    await suggest(driver, 'v:level');
    await takeSuggestion(driver, 'v:level');
    const levels = await suggested(driver, 'v:junior');
    for (const level of ['v:junior', 'v:senior', 'v:principal']) {
      assert.ok(
        levels.slice(0, 3).some((label) => label.startsWith(level)),
        `${level} is not among ${levels}`,
      );
    }
    await driver.screenshot('languageCompletion-4-values');
    await takeSuggestion(driver, 'v:junior');
    await keyboard.type(' ;');
    await keyboard.press('Enter');
    await keyboard.type('v:memberOf Compilers');
    await suggest(driver, 'ex:Q42');
    await driver.screenshot('languageCompletion-5-label');
    await takeSuggestion(driver, 'ex:Q42');
    await driver.waitForLine(/^ {2}v:memberOf ex:Q42$/);

    // A prefix that is not declared yet.
    await keyboard.type(' ;');
    await keyboard.press('Enter');
    await keyboard.type('sko');
    await suggest(driver, 'skos:');
    await driver.screenshot('languageCompletion-6-prefix');
    await takeSuggestion(driver, 'skos:');
    await driver.waitForLine(/^ {2}skos:/);
    await keyboard.press('Escape');
    await keyboard.press('Control+Home');
    await driver.waitForLine(/^@prefix skos: <http:\/\/www\.w3\.org\/2004\/02\/skos\/core#> \.$/);

    // A path of a link.
    await driver.openFile('draft.ttl');
    await keyboard.press('Control+Home');
    await keyboard.press('Enter');
    await keyboard.press('ArrowUp');
    await keyboard.type('# shapes: ');
    await suggest(driver, 'shapes/team-shapes.ttl');
    await driver.screenshot('languageCompletion-7-link');
    await takeSuggestion(driver, 'shapes/team-shapes.ttl');
    await driver.waitForResults(6);
  },
} satisfies Scenario;
