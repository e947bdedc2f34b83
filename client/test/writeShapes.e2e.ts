import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { rowTexts } from './editorWidgets.ts';
import { eventually } from './eventually.ts';
import { after, find } from './fixtures.ts';
import type { Scenario, Stage } from './runner.ts';
import { SuitePage } from './suitePage.ts';
import { TestExplorer } from './testExplorer.ts';

const prefix = '@prefix ex: <http://example.org/building/> .\n';

const files = {
  'rooms.ttl': `# shapes: shapes.ttl\n${prefix}
ex:b214 a ex:Room ; ex:floor ex:second .
ex:b215 a ex:Room .
ex:hall a ex:Hall ; ex:floor ex:ground .
`,
  'halls.ttl': `${prefix}
ex:aula a ex:Hall .
ex:gym a ex:Hall .
ex:foyer a ex:Hall ; ex:floor ex:ground .
`,
  'floors.ttl': `# shapes: shapes.ttl\n${prefix}
ex:b101 a ex:Room ; ex:floor ex:first .
`,
  'shapes.ttl': `${prefix}@prefix sh: <http://www.w3.org/ns/shacl#> .

ex:RoomShape a sh:NodeShape ;
  sh:targetClass ex:Room ;
  sh:property [ # where it is
    sh:path ex:floor ;
    sh:minCount 1 ;
  ] .

ex:HallShape a sh:NodeShape ;
  sh:targetClass ex:Hall ;
  sh:property [ sh:path ex:floor ; sh:minCount 1 ] .
`,
  'doors.ttl': `${prefix}@prefix sh: <http://www.w3.org/ns/shacl#> .

ex:DoorShape a sh:NodeShape ;
  sh:targetClass ex:Door ;
  sh:property [ sh:path ex:leadsTo ; sh:minCount 1 ; sh:or ( [ sh:class ex:Room ] [ sh:class ex:Hall ] ) ] ;
  sh:property ex:KeyShape .

ex:KeyShape sh:path ex:key ; sh:maxCount 1 .
`,
  'locks.ttl': `# shapes: lock-shapes.ttl\n${prefix}
ex:lock a ex:Lock ; ex:opensDoor ex:front ; ex:keper ex:anna .
`,
  'lock-shapes.ttl': `${prefix}@prefix sh: <http://www.w3.org/ns/shacl#> .

ex:LockShape a sh:NodeShape ; sh:targetClass ex:Lock ;
  sh:property [ sh:path ex:opensDoor ; sh:minCount 2 ; sh:maxCount 1 ; sh:nodeKind sh:Iri ] ;
  sh:property [ sh:path ex:keeper ; sh:maxCount 3 ] .
`,
};

/** Who writes shapes sees what they find, tries them on a file that does not link them, writes them otherwise, and tests them. */
export default {
  name: 'writeShapes',
  isLong: true,

  async prepare(folder: string): Promise<void> {
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  },

  async run(stage) {
    const { driver, folder } = stage;
    const { page } = driver;
    const shapes = path.join(folder, 'shapes.ttl');
    await driver.openFile('rooms.ttl');
    await driver.waitForResults(1);
    await driver.openFile('shapes.ttl');
    const lenses = page.locator('.contentWidgets .codelens-decoration:visible');
    await eventually('the lenses are counted', async () => {
      const texts = (await lenses.allTextContents()).join('\n');
      return ['2 focus nodes', '1 result in rooms.ttl', 'Try On…'].every((each) => texts.includes(each));
    });
    await driver.screenshot('writeShapes-1-lenses');

    await driver.goTo(after(await find(shapes, 'sh:minCount 1 ;'), 2));
    await driver.runCommand('SHACL Repair: Show Focus Nodes');
    const peek = page.locator('.reference-zone-widget');
    await peek.waitFor();
    const rows = () => rowTexts(peek.locator('.ref-tree .monaco-list-row'));
    assert.equal((await rows()).filter((row) => row.includes('a ex:Room')).length, 2);
    await driver.screenshot('writeShapes-2-focus-nodes');
    await page.keyboard.press('Escape');

    await driver.runCommand('SHACL Repair: Try Shapes On…');
    await driver.waitForQuickPick('halls.ttl');
    await driver.screenshot('writeShapes-3-try-on');
    await driver.choose('halls.ttl');
    await driver.waitForToast('halls.ttl has 2 results with shapes.ttl. Nothing was written.');
    await peek.waitFor();
    assert.equal((await rows()).filter((row) => row.includes('a ex:Hall')).length, 2);
    await driver.screenshot('writeShapes-4-tried');
    await page.keyboard.press('Escape');
    await driver.clearToasts();

    const titles = await driver.openQuickFixes(after(await find(shapes, 'sh:minCount 1 ;'), 2));
    const extract = 'Extract this shape and 1 alike as ex:FloorShape';
    assert.ok(titles.includes(extract), titles.join('\n'));
    await driver.screenshot('writeShapes-5-refactor');
    await driver.chooseQuickFix(extract);
    await driver.waitForLine(/^ex:FloorShape/);
    await driver.screenshot('writeShapes-6-extracted');
    await driver.save();
    assert.equal(
      await readFile(shapes, 'utf8'),
      `${prefix}@prefix sh: <http://www.w3.org/ns/shacl#> .

ex:RoomShape a sh:NodeShape ;
  sh:targetClass ex:Room ;
  sh:property ex:FloorShape .

ex:FloorShape
  # where it is
  sh:path ex:floor ;
  sh:minCount 1 .

ex:HallShape a sh:NodeShape ;
  sh:targetClass ex:Hall ;
  sh:property ex:FloorShape .
`,
    );
    assert.equal(await readFile(path.join(folder, 'halls.ttl'), 'utf8'), files['halls.ttl']);
    await driver.openFile('rooms.ttl');
    await driver.waitForResults(1);
    await rewrite(stage);
    await mend(stage);
    await testShapes(stage);
  },
} satisfies Scenario;

/** Each way to write shapes otherwise, from the menu of quick fixes. */
async function rewrite({ driver, folder }: Stage): Promise<void> {
  const doors = path.join(folder, 'doors.ttl');
  await driver.openFile('doors.ttl');
  const steps: readonly (readonly [string, string, RegExp])[] = [
    [
      'sh:or',
      'Write this sh:or as sh:class ( ex:Room ex:Hall ), a list of SHACL 1.2',
      /sh:class \( ex:Room ex:Hall \)/,
    ],
    [
      'sh:minCount',
      'Split off sh:minCount into its own property shape',
      /\[ sh:path ex:leadsTo ; sh:minCount 1 \]/,
    ],
    ['sh:minCount', 'Merge this shape into the other shape for ex:leadsTo', /ex:Hall \) ; sh:minCount 1 \]/],
    [
      'ex:KeyShape .',
      'Inline ex:KeyShape, which is referred to once',
      /\[ sh:path ex:key ; sh:maxCount 1 \]/,
    ],
    ['sh:path ex:key', 'Name this shape ex:DoorShape-key', /^ex:DoorShape-key/],
    [
      'sh:maxCount',
      'Add sh:message, with what the shape asks for',
      /sh:message "ex:key must have at most 1 value\."/,
    ],
    ['sh:maxCount', 'Add sh:severity sh:Violation, which is the default', /sh:severity sh:Violation/],
  ];
  for (const [place, title, line] of steps) {
    const titles = await driver.openQuickFixes(after(await find(doors, place), 2));
    assert.ok(titles.includes(title), titles.join('\n'));
    if (place === 'sh:or') await driver.screenshot('writeShapes-9-choices');
    await driver.chooseQuickFix(title);
    await driver.waitForLine(line);
    await driver.save();
  }
  await driver.screenshot('writeShapes-10-rewritten');
}

/** A contradiction and a slip in shapes, and a name in data that was probably meant to be another. */
async function mend({ driver, folder }: Stage): Promise<void> {
  const shapes = path.join(folder, 'lock-shapes.ttl');
  await driver.openFile('lock-shapes.ttl');
  await driver.waitForUnderline('error', 'sh:Iri');
  await driver.waitForUnderline('warning', '2');
  await driver.openQuickFixes(after(await find(shapes, 'sh:minCount 2'), 12));
  await driver.screenshot('writeShapes-11-contradiction');
  await driver.chooseQuickFix('Swap 2 and 1');
  await driver.waitForLine(/sh:minCount 1 ; sh:maxCount 2/);
  await driver.openQuickFixes(after(await find(shapes, 'sh:Iri'), 2));
  await driver.chooseQuickFix('Change to sh:IRI');
  await driver.waitForLine(/sh:nodeKind sh:IRI \]/);
  await driver.save();

  await driver.openFile('locks.ttl');
  await driver.statusBarItem('SHACL ✓ conforms');
  const name = after(await find(path.join(folder, 'locks.ttl'), 'ex:keper'), 4);
  await eventually('the name is hinted at', async () =>
    (await driver.openQuickFixes(name)).includes('Change to ex:keeper'),
  );
  await driver.screenshot('writeShapes-12-hint');
  await driver.chooseQuickFix('Change to ex:keeper');
  await driver.waitForLine(/ex:keeper ex:anna/);
  await driver.saveAll();
}

/** A suite of the shapes passes, says which of their constraints it does not test, and its cases fail where the shapes in the editor no longer ask for what they test. */
async function testShapes({ driver, folder }: Stage): Promise<void> {
  const suite = new SuitePage(driver.page);
  const tests = new TestExplorer(driver);
  await driver.openFile('floors.ttl');
  await driver.statusBarItem('SHACL ✓ conforms');
  await driver.runCommand('SHACL Repair: Generate VIO Benchmark');
  await driver.quickPickItems();
  await suite.acceptOptions();
  await suite.heading('floors: 2 of 3 constraints covered by 1 case');

  await tests.open();
  await driver.runCommand('Test: Run All Tests');
  await tests.state('floors-vio', 'passed');
  await tests.expand('floors-vio');
  await tests.state('case-0001', 'passed');
  await driver.screenshot('writeShapes-7-suite-passed');

  await driver.runCommand('SHACL Repair: Show Mutation Score');
  await driver.waitForQuickPick('ex:HallShape');
  await driver.screenshot('writeShapes-8-mutation-score');
  await driver.choose('ex:HallShape');
  await driver.statusBarItem('(25 selected)');

  await driver.openFile('shapes.ttl');
  await driver.replace(await find(path.join(folder, 'shapes.ttl'), 'sh:minCount 1'), 13, 'sh:minCount 0');
  await tests.open();
  await tests.runUsing('floors-vio', 'Test a Shapes File…');
  await driver.choose('shapes.ttl');
  await tests.state('floors-vio', 'failed');
  await tests.state('case-0001', 'failed');
  await driver.screenshot('writeShapes-13-suite-failed');
}
