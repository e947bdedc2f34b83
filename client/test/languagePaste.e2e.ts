import path from 'node:path';
import { after, find } from './fixtures.ts';
import { writeLanguageFiles } from './languageFiles.ts';
import type { Scenario, Stage } from './runner.ts';
import { inEachTheme } from './themes.ts';

/**
 * What is copied from one file means the same in another one, an address becomes a prefixed name, and a file that is dropped
 * into another one is linked.
 */
export default {
  name: 'languagePaste',
  isLong: true,
  prepare: writeLanguageFiles,

  async run(stage: Stage): Promise<void> {
    const { driver, folder } = stage;
    const { keyboard } = driver.page;
    await driver.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);

    // One prefix comes along, the other one has another name there.
    await driver.openFile('projects.ttl');
    await driver.statusBarItem('SHACL: no shapes – link…');
    await driver.goTo(await find(path.join(folder, 'projects.ttl'), 'p:parser'));
    await keyboard.press('Control+Shift+End');
    await keyboard.press('Control+c');
    await driver.openFile('draft.ttl');
    await driver.statusBarItem('SHACL: no shapes – link…');
    await keyboard.press('Control+End');
    await keyboard.press('Control+v');
    await driver.waitForLine(/^p:parser p:owner ex:ada ;$/);
    await driver.waitForLine(/^ {2}p:reviewer ex:grace \.$/);
    await driver.waitForLine(/^@prefix p: {1,3}<http:\/\/example\.org\/projects\/> \.$/);
    await inEachTheme(stage, (theme) => driver.screenshot(`languagePaste-1-turtle-${theme}`));

    // An address as an object, and as a part of a text.
    const draft = path.join(folder, 'draft.ttl');
    await driver.save();
    const object = await find(draft, 'ex:ada ;');
    await driver.goTo(after(object, 'ex:ada'.length));
    await keyboard.type(' , ');
    await keyboard.press('Escape');
    await driver.copyText('http://example.org/team/alan');
    await keyboard.press('Control+v');
    await driver.waitForLine(/^p:parser p:owner ex:ada , ex:alan ;$/);
    await driver.goTo(after(await find(draft, '# She joins in May'), '# She joins in May'.length));
    await keyboard.type(' ');
    await keyboard.press('Control+v');
    await driver.waitForLine(/^# She joins in May http:\/\/example\.org\/team\/alan\.$/);
    await driver.screenshot('languagePaste-2-iri');

    // Files that are dropped into the text are linked by what they are.
    await driver.dropFile(path.join(folder, 'vocabulary.ttl'));
    await driver.goTo({ line: 1, column: 1 });
    await driver.waitForLine(/^# context: vocabulary\.ttl$/);
    await driver.dropFile(path.join(folder, 'shapes/team-shapes.ttl'));
    await driver.waitForLine(/^# shapes: shapes\/team-shapes\.ttl$/);
    await driver.screenshot('languagePaste-3-dropped');
  },
} satisfies Scenario;
