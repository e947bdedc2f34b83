import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from './eventually.ts';
import { after, copyDemo, find } from './fixtures.ts';
import { ReportPage } from './reportPage.ts';
import type { Inputs, Scenario, Stage } from './runner.ts';
import { showNarrow, showThemes } from './themes.ts';

const literal = '"0.3048"';

/** The report of the demo: read in four themes, grouped, filtered, followed to its places, repaired from, exported. */
export default {
  name: 'report',

  async prepare(folder: string, inputs: Inputs): Promise<void> {
    await copyDemo(folder, inputs);
    const plain = '@prefix ex: <http://example.org/> .\nex:a a ex:Thing .\n';
    await writeFile(path.join(folder, 'plain.ttl'), plain);
    const sh = '@prefix sh: <http://www.w3.org/ns/shacl#> .';
    const shape = 'ex:S a sh:NodeShape ; sh:targetClass ex:Thing ; sh:nodeKind sh:IRI .';
    await writeFile(path.join(folder, 'untargeted.ttl'), `# shapes: shapes/unit-shapes.ttl\n${plain}`);
    await writeFile(path.join(folder, 'good.ttl'), `${plain}${sh}\n${shape}\n`);
  },

  async run(stage: Stage): Promise<void> {
    const { driver, folder } = stage;
    const { page } = driver;
    const report = new ReportPage(page);
    const place = await find(path.join(folder, 'units.ttl'), literal);

    await driver.openFile('units.ttl');
    const count = await driver.resultCount();
    await driver.runCommand('SHACL Repair: Show Validation Report');
    assert.equal(await report.verdict('units.ttl'), 'units.ttl: 15 violations, 1 warning');
    await report.results.first().waitFor();
    await showThemes(stage, 'report-1');
    await showNarrow(stage, 'report-1');

    await report.groupBy('Severity');
    await eventually('there is a group for each severity', async () => (await report.groups.count()) === 2);
    await report.groupBy('Component');
    await report.groups.filter({ hasText: 'sh:datatype' }).waitFor();

    await report.button('Collapse all groups').click();
    await eventually('no result is shown', async () => (await report.results.count()) === 0);
    await report.button('Expand all groups').click();
    await report.results.first().waitFor();

    // From here on by keyboard alone.
    await report.filter.focus();
    await page.keyboard.type('0.3048');
    await report.shown(`1 of ${count} shown`);
    await driver.screenshot('report-4-filtered');
    await page.keyboard.press('ArrowDown');
    assert.match(await report.focused(), /^sh:datatype: 1 violation$/);
    await page.keyboard.press('ArrowLeft');
    assert.equal(await report.results.count(), 0);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    assert.match(
      await report.focused(),
      /^violation: .*decimal.*unit:FT.*units\.ttl:\d+:\d+\. sh:datatype of /s,
    );

    // To the shapes file, and the report stays with its file; then to the place.
    await report.press('s', driver.focusedEditor('unit-shapes.ttl'));
    assert.equal(await report.verdict('units.ttl'), 'units.ttl: 15 violations, 1 warning');
    const end = after(place, literal.length);
    const selected = `Ln ${end.line}, Col ${end.column} (${literal.length} selected)`;
    await report.press('Enter', driver.inStatusBar(selected));
    await driver.editorHasFocus('units.ttl');

    await report.press('r', driver.quickPickRows.first());
    const repairs = await driver.quickPickItems();
    assert.match(repairs[0]!, /0\.3048/);
    await driver.screenshot('report-5-repairs');
    await driver.accept(report.heading('units.ttl: 14 violations, 1 warning'));
    assert.match((await report.said.textContent()) ?? '', /^Repaired: .*0\.3048.*Undo$/);
    await driver.screenshot('report-6-repaired');
    await report.button('Undo').click();
    await report.verdict('units.ttl: 15 violations, 1 warning');
    await report.shown(`1 of ${count} shown`);

    await fillIn(stage, report);
    if (stage.isBrief) return;
    await exportAll(stage, report, count);

    // What was chosen is still chosen after the window was loaded again.
    await driver.reload((state) => state.includes('0.3048') && !state.includes('unit:LM rdfs:label'));
    await report.verdict('units.ttl: 15 violations, 1 warning');
    await report.shown(`1 of ${count} shown`);
    assert.equal(await report.filter.inputValue(), '0.3048');
    assert.match((await report.groups.first().getAttribute('aria-label')) ?? '', /^sh:datatype/);

    await followOthers(stage, report);
  },
} satisfies Scenario;

/** The report follows to files with errors, without shapes, and back. */
async function followOthers({ driver }: Stage, report: ReportPage): Promise<void> {
  await driver.focusEditor();
  await driver.openFile('broken.ttl');
  await report.verdict('broken.ttl');
  await driver.screenshot('report-9-broken');
  await driver.openFile('catalogue.ttl');
  await report.verdict('catalogue.ttl');
  await driver.screenshot('report-10-catalogue');
  await driver.openFile('plain.ttl');
  await report.verdict('No shapes are linked to plain.ttl, so nothing was checked');
  await driver.screenshot('report-11-noShapes');
  await driver.openFile('good.ttl');
  await report.verdict('good.ttl conforms to its shapes');
  await driver.screenshot('report-12-conforms');
  await driver.openFile('untargeted.ttl');
  await report.verdict('Nothing in untargeted.ttl is a target of its shapes');
  await driver.openFile('units.ttl');
  await report.verdict('units.ttl: 15 violations, 1 warning');
}

/** A repair with a placeholder is filled in where the editor puts the cursor. */
async function fillIn({ driver }: Stage, report: ReportPage): Promise<void> {
  await report.filter.fill('unit:LM rdfs:label');
  await report.shown('1 of');
  await report.filter.press('ArrowDown');
  await driver.page.keyboard.press('ArrowDown');
  await report.press('r', driver.quickPickRows.first());
  await driver.screenshot('report-7-placeholder');
  await driver.choose('Add ""@en');
  await report.verdict('units.ttl: 14 violations, 1 warning');
  // On a slow machine, the verdict comes before the editor has the keyboard.
  await driver.editorHasFocus('units.ttl');
  await driver.page.keyboard.type('lumen');
  await driver.page.keyboard.press('Escape');
  await eventually('the placeholder is filled in', async () =>
    (await driver.visibleText()).includes('"lumen"'),
  );
  await driver.screenshot('report-8-filledIn');
  await driver.page.keyboard.press('Control+z');
  await driver.page.keyboard.press('Control+z');
  await report.verdict('units.ttl: 15 violations, 1 warning');
  await report.filter.fill('0.3048');
}

async function exportAll({ driver, folder }: Stage, report: ReportPage, count: number): Promise<void> {
  const exported = async (format: string, file: string) => {
    await report.button(format).click();
    await driver.page.locator('.quick-input-widget:visible input').first().press('Enter');
    // It is there before it is written.
    return eventually(
      `there is a ${file}`,
      async () => (await readFile(path.join(folder, file), 'utf8').catch(() => '')) || undefined,
    );
  };
  assert.match(
    await exported('Turtle', 'units.report.ttl'),
    /a sh:ValidationReport ;\n {2}sh:conforms false/,
  );
  assert.equal(JSON.parse(await exported('JSON', 'units.report.json')).results.length, count);
  assert.match(await exported('Markdown', 'units.report.md'), /^# Validation report\n\n\*\*16 results\*\*/);
}
