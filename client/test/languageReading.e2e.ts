import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { rowTexts } from './editorWidgets.ts';
import { eventually } from './eventually.ts';
import { after, find } from './fixtures.ts';
import { openTeam, writeLanguageFiles } from './languageFiles.ts';
import type { Scenario, Stage } from './runner.ts';
import { inEachTheme } from './themes.ts';

/** Shapes and data as graphs of one file. */
const rooms = `@prefix ex: <http://example.org/rooms/> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

GRAPH ex:shapes {
  ex:RoomShape a sh:NodeShape ;
    sh:targetClass ex:Room ;
    sh:property [ sh:path ex:seats ; sh:datatype xsd:integer ; sh:minCount 1 ] .
}

ex:data {
  ex:b214 a ex:Room ; # On the second floor.
    ex:seats "12" .
}
`;

/** What a file says is explained where it stands: hovers, colours, hints, lines above shapes, folding, the way to a line. */
export default {
  name: 'languageReading',
  isLong: true,

  async prepare(folder: string): Promise<void> {
    await writeLanguageFiles(folder);
    await writeFile(path.join(folder, 'rooms.trig'), rooms);
    await writeFile(path.join(folder, 'halls.trig'), rooms.replace('/rooms/', '/halls/'));
  },

  /** Turns all hints and lines on. */
  async setUp() {
    return {
      settings: {
        'shaclRepair.inlayHints': ['labels', 'datatypes', 'inverses', 'types'],
        'shaclRepair.codeLens.uses': 'definitions',
      },
      end: async () => {},
    };
  },

  async run(stage: Stage): Promise<void> {
    const { driver, folder } = stage;
    const { page } = driver;
    const { keyboard } = page;
    const shapes = path.join(folder, 'shapes/team-shapes.ttl');
    const team = await openTeam(stage);

    // Hints behind opaque names, numbers and properties.
    const hints = page.locator('.view-line [class*="dyn-rule"]');
    const hintTexts = () => hints.allTextContents();
    for (const hint of ['Compilers', 'Machines', 'integer', 'leads', 'Person']) {
      await eventually(`${hint} is hinted at`, async () =>
        (await hintTexts()).some((each) => each.includes(hint)),
      );
    }
    // Classes, properties and individuals differ by colour.
    await inEachTheme(stage, async (theme) => {
      const colours = await eventually(`names differ by colour in the theme ${theme}`, async () => {
        const found = await Promise.all(['Engineer', 'memberOf', 'ada'].map((name) => driver.colourOf(name)));
        return new Set(found).size === found.length && found;
      });
      assert.ok(!colours.includes(undefined));
      await driver.screenshot(`languageReading-1-hints-${theme}`);
    });

    // A hover on each kind of name.
    const memberOf = after(await find(team, 'v:memberOf ex:Q42 , ex:Q7'), 4);
    const term = await driver.hover(memberOf, 'The group in which somebody works.');
    assert.match(term, /member of/);
    assert.match(term, /http:\/\/example\.org\/vocabulary#memberOf/);
    await inEachTheme(stage, (theme) => driver.screenshot(`languageReading-2-hover-${theme}`));
    await keyboard.press('Escape');
    const node = await driver.hover(after(await find(team, 'ex:ada a'), 4), 'EngineerShape');
    assert.match(node, /No results of .*EngineerShape/);
    await driver.screenshot('languageReading-3-hover-node');
    await keyboard.press('Escape');
    await driver.hover(after(await find(team, 'foaf:name "Ada'), 1), 'http://xmlns.com/foaf/0.1/');
    await driver.screenshot('languageReading-4-hover-prefix');
    await keyboard.press('Escape');

    // A string is selected first, then its literal, then all objects, up to the statement.
    await driver.goTo(after(await find(team, '"Grace Hopper"'), 4));
    const selected = async () =>
      Number(/\((\d+) selected\)/.exec(await driver.statusBarItem('Ln 18'))?.[1] ?? 0);
    const lengths: number[] = [];
    for (let i = 0; i < 3; i++) {
      await keyboard.press('Shift+Alt+ArrowRight');
      lengths.push(
        await eventually('more is selected', async () =>
          ((n) => n > (lengths.at(-1) ?? 0) && n)(await selected()),
        ),
      );
    }
    assert.deepEqual(
      lengths,
      ['Grace', 'Grace Hopper', '"Grace Hopper"'].map((each) => each.length),
    );
    await driver.screenshot('languageReading-5-selection');

    // The way to the cursor is above the text, and its statement stays in sight.
    await driver.goTo(after(await find(team, '"B 214"'), 2));
    await page.locator('.breadcrumbs-control', { hasText: 'ex:grace' }).first().waitFor();

    // Statements and regions are folded.
    await driver.goTo(await find(team, '# region People'));
    await keyboard.press('Control+Shift+BracketLeft');
    const people = page.locator('.view-line', { hasText: 'Ada Lovelace' });
    await people.waitFor({ state: 'hidden' });
    await driver.goTo(await find(team, 'ex:Q7 a v:Group'));
    await keyboard.press('Control+Shift+BracketLeft');
    await page.locator('.view-line', { hasText: 'Machines"' }).waitFor({ state: 'hidden' });
    await inEachTheme(stage, (theme) => driver.screenshot(`languageReading-6-folded-${theme}`));
    await keyboard.press('Control+k');
    await keyboard.press('Control+j');
    await people.waitFor();

    // Links lead to the linked files.
    await driver.goTo(after(await find(team, 'shapes/team-shapes.ttl'), 8));
    await driver.runCommand('Open Link');
    await driver.editorHasFocus('team-shapes.ttl');

    // Above each shape is what it looks at.
    const lenses = page.locator('.contentWidgets .codelens-decoration:visible');
    await eventually('the lenses are counted', async () => {
      const texts = await lenses.allTextContents();
      return texts.some((text) => /3 focus nodes/.test(text)) && texts.some((text) => /1 result/.test(text));
    });
    await inEachTheme(stage, (theme) => driver.screenshot(`languageReading-7-lenses-${theme}`));
    await driver.goTo(await find(shapes, 's:EngineerShape'));
    await driver.runCommand('Show CodeLens Commands for Current Line');
    await driver.waitForQuickPick('focus nodes');
    await driver.choose('3 focus nodes');
    const peek = page.locator('.reference-zone-widget');
    await peek.waitFor();
    assert.equal((await rowTexts(peek.locator('.ref-tree .monaco-list-row'))).length, 3);
    await driver.screenshot('languageReading-8-focus-nodes');
    await keyboard.press('Escape');

    // Above each class and property is how often it is used in all files.
    await driver.openFile('vocabulary.ttl');
    await eventually('the uses are counted', async () => {
      const texts = await lenses.allTextContents();
      return texts.some((text) => /6 uses/.test(text)) && texts.some((text) => /3 uses/.test(text));
    });
    await inEachTheme(stage, (theme) => driver.screenshot(`languageReading-9-uses-${theme}`));

    await readTrig(stage);
  },
} satisfies Scenario;

/** Graphs of one file are validated against each other, repaired in their blocks, and written as blocks are. */
async function readTrig({ driver, folder }: Stage): Promise<void> {
  const { keyboard } = driver.page;
  const file = path.join(folder, 'rooms.trig');
  await driver.openFile('rooms.trig');
  await driver.statusBarItem('TriG');
  await driver.waitForResults(1);
  const value = await find(file, '"12"');
  const { line, column } = await driver.waitForUnderline('error', '"12"');
  assert.deepEqual({ line, column }, value);
  const [keyword, name] = await Promise.all(['GRAPH', 'RoomShape'].map((each) => driver.colourOf(each)));
  assert.ok(keyword && name && keyword !== name, `GRAPH is ${keyword}, RoomShape is ${name}`);
  const problems = await driver.problems();
  assert.deepEqual(
    problems.filter((problem) => problem.file === 'rooms.trig').map((problem) => problem.line),
    [value.line],
  );
  await driver.screenshot('languageReading-10-trig');
  const hover = await driver.hover(after(value, 1), 'xsd:integer');
  assert.match(hover, /rooms\.trig\(8, 38\)/);
  await driver.screenshot('languageReading-11-trig-hover');
  await keyboard.press('Escape');
  const fixes = await driver.openQuickFixes(after(value, 1));
  await driver.screenshot('languageReading-12-trig-fixes');
  await driver.chooseQuickFix(fixes.find((title) => title.startsWith('Change "12" to 12'))!);
  await driver.waitForNoUnderline('error', value.line);
  await driver.statusBarItem('SHACL ✓ conforms');

  // A statement in the block, and a block behind it: lines are indented, braces are closed.
  // VS Code indents a line by what it has read of those before, which are coloured then.
  const startLine = async (text: string, subject: string) => {
    await keyboard.type(text);
    await eventually(`${subject} is coloured`, async () => (await driver.colourOf(subject)) === name);
    await keyboard.press('Enter');
  };
  await driver.goTo(after(value, '12 .'.length));
  await startLine('', 'b214');
  await startLine('ex:b215 a ex:Room ;', 'b215');
  await keyboard.type('ex:seats 8 .');
  await driver.goTo({ line: value.line + 4, column: 1 });
  await startLine('ex:more {', 'more');
  await startLine('ex:b216 a ex:Room ;', 'b216');
  await keyboard.type('ex:seats 9 .');
  await driver.screenshot('languageReading-13-trig-typed');
  await driver.save();
  const added = '\n  ex:b215 a ex:Room ;\n    ex:seats 8 .';
  const block = 'ex:more {\n  ex:b216 a ex:Room ;\n    ex:seats 9 .\n}';
  assert.equal(await readFile(file, 'utf8'), `${rooms.replace('"12" .', `12 .${added}`)}${block}`);

  // Files that are not open count in the workspace.
  await driver.runCommand('SHACL Repair: Validate Workspace');
  await eventually('halls.trig has a problem', async () =>
    (await driver.problems()).some((problem) => problem.file === 'halls.trig' && problem.line === value.line),
  );
  await driver.screenshot('languageReading-14-trig-workspace');
}
