import assert from 'node:assert/strict';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from './eventually.ts';
import type { Inputs, Scenario, Stage } from './runner.ts';
import { SuitePage } from './suitePage.ts';

/** Shapes of which some can't be violated. */
const labShapes = `@prefix : <http://example.org/lab-shapes#> .
@prefix lab: <http://example.org/lab#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

:SensorShape a sh:NodeShape ;
  sh:targetClass lab:Sensor ;
  sh:class lab:Sensor ;
  sh:property [ sh:path lab:reading ; sh:datatype xsd:decimal ; sh:minCount 1 ] ;
  sh:property [ sh:path lab:comment ; sh:maxLength 80 ] .

:PumpShape a sh:NodeShape ;
  sh:targetClass lab:Pump ;
  sh:property [ sh:path lab:flow ; sh:minCount 1 ] .
`;

const lab = `# shapes: lab-shapes.ttl
@prefix lab: <http://example.org/lab#> .

lab:t1 a lab:Sensor ; lab:reading 20.5 . # in the hall
lab:t2 a lab:Sensor ; lab:reading 21.0 .
`;

/** What stands in the way of a benchmark: constraints that nothing violates, a graph that is invalid, somebody who cancels. */
export default {
  name: 'benchmarkLimits',
  isLong: true,

  async prepare(folder: string, { root }: Inputs): Promise<void> {
    for (const file of ['university.ttl', 'university-shapes.ttl']) {
      await cp(path.join(root, 'test-fixtures/university', file), path.join(folder, file));
    }
    await writeFile(path.join(folder, 'lab.ttl'), lab);
    await writeFile(path.join(folder, 'lab-shapes.ttl'), labShapes);
    await writeFile(path.join(folder, 'plain.ttl'), lab.slice(lab.indexOf('\n') + 1));
  },

  async run(stage: Stage): Promise<void> {
    await readHints(stage);
    await startFromInvalid(stage);
    await cancel(stage);
    await linkFirst(stage);
  },
} satisfies Scenario;

async function readHints({ driver }: Stage): Promise<void> {
  const { page } = driver;
  const suite = new SuitePage(page);
  await driver.openFile('lab.ttl');
  await driver.statusBarItem('SHACL ✓ conforms');
  await driver.runCommand('SHACL Repair: Generate VIO Benchmark');
  await suite.acceptOptions();
  await suite.heading('lab: 5 of 8 constraints covered');
  await suite.tab('Not covered');
  await driver.screenshot('benchmarkLimits-1-uncovered');
  await suite.link('sh:minCount 1').click();
  await page.locator('.tab.active', { hasText: 'lab-shapes.ttl' }).waitFor();
  const hints = (say: string, isRight: (count: number) => boolean) =>
    eventually(say, async () => isRight(await page.locator('.squiggly-hint').count()));
  // One more is at the target that selects no node.
  const shown = () => hints('the constraints have hints', (count) => count > 1);
  const gone = () => hints('only the target has a hint', (count) => count === 1);
  await shown();
  // Of a hint, VS Code marks the first two characters.
  await driver.goTo({ line: 14, column: 37 });
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Control+i');
  await page.locator('.monaco-hover:visible', { hasText: 'NO_FOCUS' }).first().waitFor();
  await driver.screenshot('benchmarkLimits-2-hint');
  await page.keyboard.press('Escape');
  await driver.runCommand('SHACL Repair: Clear Coverage');
  await gone();
  await suite.button('Show Hints').click();
  await shown();
  await driver.focusEditor();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('# changed');
  await gone();
  await driver.undo();
}

async function startFromInvalid({ driver, folder }: Stage): Promise<void> {
  const { page } = driver;
  const suite = new SuitePage(page);
  await driver.openFile('lab.ttl');
  await driver.goTo({ line: 5, column: 37 });
  await page.keyboard.press('Delete');
  await page.keyboard.press('Delete');
  await driver.resultCount();
  await driver.runCommand('SHACL Repair: Generate VIO Benchmark');
  const dialog = page.locator('.monaco-dialog-box', { hasText: 'lab.ttl has 1 result already' });
  await dialog.waitFor();
  await driver.screenshot('benchmarkLimits-3-invalid');
  await dialog.getByRole('button', { name: 'Use the Valid Part' }).click();
  await suite.acceptOptions();
  await suite.note('Cases do not count the 1 result that the graph already had.');
  const description = await readFile(path.join(folder, 'lab-vio/suite.json'), 'utf8');
  assert.equal(JSON.parse(description).baseline.length, 1);
  await driver.screenshot('benchmarkLimits-4-restricted');
}

/** Meanwhile the editor goes on: what is typed is checked. */
async function cancel({ driver, folder }: Stage): Promise<void> {
  const { page } = driver;
  await driver.saveAll();
  await driver.runCommand('View: Close All Editors');
  await driver.openFile('university.ttl');
  await driver.statusBarItem('SHACL ✓ conforms');
  await driver.runCommand('SHACL Repair: Generate VIO Benchmark');
  await driver.choose('Exhaustive');
  const suite = new SuitePage(page);
  await suite.acceptOptions(2);
  const toast = page.locator('.notification-toast', { hasText: 'Generating violations of university.ttl' });
  await toast.filter({ hasText: / cases, / }).waitFor();
  await driver.focusEditor();
  await driver.goTo({ line: 37, column: 13 });
  await page.keyboard.type('x');
  await driver.waitForUnderline('error', '"xCS"');
  await driver.screenshot('benchmarkLimits-5-meanwhile');
  assert.ok(await toast.isVisible(), 'The generation was over already.');
  await toast.getByRole('button', { name: 'Cancel' }).click();
  await toast.waitFor({ state: 'detached' });
  await eventually('nothing is left', async () =>
    (await readdir(folder)).every((name) => !name.includes('university-vio')),
  );
  await driver.undo();
}

async function linkFirst({ driver }: Stage): Promise<void> {
  await driver.openFile('plain.ttl');
  await driver.statusBarItem('SHACL: no shapes – link…');
  await driver.runCommand('SHACL Repair: Generate VIO Benchmark');
  const toast = driver.page.locator('.notification-toast', { hasText: 'No shapes are linked to plain.ttl' });
  await toast.waitFor();
  await driver.screenshot('benchmarkLimits-6-noShapes');
  await toast.getByRole('button', { name: 'Link Shapes…' }).click();
  await driver.waitForQuickPick('lab-shapes.ttl');
}
