import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Scenario } from './runner.ts';

const rooms = Array.from(
  { length: 6 },
  (_, i) =>
    `ex:room-${i} a ex:Room ; ex:number ${100 + i} ; ex:floor ex:floor-${i % 2} ; ex:code "R-10${i}" .`,
);

const building = `@prefix ex: <http://example.org/building/> .

ex:floor-0 a ex:Floor .
ex:floor-1 a ex:Floor .

${rooms.join('\n')}
`;

/** Shapes are drafted from a file, linked to it, and mended: the data are told of errors in the shapes at their start. A shape that asks too much is relaxed from a result. */
export default {
  name: 'draftShapes',
  isLong: true,

  async prepare(folder: string): Promise<void> {
    await writeFile(path.join(folder, 'rooms.ttl'), building);
  },

  async run({ driver, folder }) {
    const { page } = driver;
    await driver.openFile('rooms.ttl');
    await driver.statusBarItem('SHACL: no shapes – link…');
    await driver.runCommand('SHACL Repair: Draft Shapes from Data');
    await page.locator('.quick-input-widget:visible input.input').first().waitFor();
    await driver.screenshot('draftShapes-1-where');
    await driver.accept(driver.focusedEditor('rooms-shapes.ttl'));
    await driver.statusBarItem('SHACL: shapes file');
    await driver.screenshot('draftShapes-2-written');
    const shapes = path.join(folder, 'rooms-shapes.ttl');
    const written = await readFile(shapes, 'utf8');
    assert.match(written, /sh:targetClass ex:Room ;/);
    assert.match(written, /sh:path ex:floor ; # 6 of 6 nodes, 6 values\n {4}sh:minCount 1 ;/);
    assert.match(written, /sh:pattern "\^\[A-Z\]-\[0-9\]\{3\}\$" ; # support 6, confidence 0\.875/);

    await page.getByRole('button', { name: 'Check the Data with Them' }).click();
    await driver.openFile('rooms.ttl');
    await driver.statusBarItem('SHACL ✓ conforms');
    await driver.screenshot('draftShapes-3-linked');

    await writeFile(shapes, written.replace('sh:nodeKind sh:IRI', 'sh:nodeKind sh:Iri'));
    await driver.waitForUnderline('warning', 'rooms-shapes.ttl');
    await driver.screenshot('draftShapes-4-broken-shapes');
    await driver.openFile('rooms-shapes.ttl');
    await driver.waitForUnderline('error', 'sh:Iri');
    await driver.screenshot('draftShapes-5-error');

    const floor = 'sh:path ex:floor ; # 6 of 6 nodes, 6 values\n    sh:minCount ';
    await writeFile(shapes, written.replace(`${floor}1`, `${floor}2`));
    await driver.openFile('rooms.ttl');
    await driver.waitForResults(6);
    const titles = await driver.openQuickFixes({ line: 7, column: 4 });
    const relax = 'Relax or Repair Shape… (6 results of sh:minCount)';
    assert.ok(titles.includes(relax), titles.join('\n'));
    await driver.chooseQuickFix(relax);
    await driver.waitForQuickPick('Lower sh:minCount of ex:floor from 2 to 1');
    await driver.screenshot('draftShapes-6-changes');
    await page.keyboard.press('Enter');
    await driver.focusedEditor('rooms-shapes.ttl').waitFor();
    await driver.openFile('rooms.ttl');
    await driver.statusBarItem('SHACL ✓ conforms');
  },
} satisfies Scenario;
