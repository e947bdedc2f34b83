import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from './eventually.ts';
import { ReportPage } from './reportPage.ts';
import type { Scenario, Stage } from './runner.ts';

const nodes = 2500;

/** A report of 5,000 results: only what can be seen is in the page, all can be reached, and it follows edits. */
export default {
  name: 'reportLarge',
  isLong: true,

  async prepare(folder: string): Promise<void> {
    const things = Array.from({ length: nodes }, (_, i) => `ex:n${i} a ex:Thing ; ex:size "${i}" .\n`);
    const prefixes = '@prefix ex: <http://example.org/ns#> .\n@prefix sh: <http://www.w3.org/ns/shacl#> .\n';
    await writeFile(path.join(folder, 'things.ttl'), `# shapes: shapes.ttl\n${prefixes}\n${things.join('')}`);
    await writeFile(
      path.join(folder, 'shapes.ttl'),
      `${prefixes}@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
ex:ThingShape a sh:NodeShape ; sh:targetClass ex:Thing ;
  sh:property [ sh:path ex:size ; sh:datatype xsd:integer ] ;
  sh:property [ sh:path ex:name ; sh:minCount 1 ; sh:severity sh:Warning ] .
`,
    );
  },

  async run({ driver }: Stage): Promise<void> {
    const { page } = driver;
    const report = new ReportPage(page);
    await driver.openFile('things.ttl');
    await driver.waitForResults(5_000);
    await driver.runCommand('SHACL Repair: Show Validation Report');
    await report.verdict('things.ttl: 2,500 violations, 2,500 warnings');
    await report.results.first().waitFor();
    await assertFewRows(report);

    await report.focusTree();
    await page.keyboard.press('End');
    assert.match(await report.focused(), /ex:n2499, ex:size/);
    await assertFewRows(report);
    await driver.screenshot('reportLarge-1-end');
    await page.keyboard.press('Home');
    assert.match(await report.focused(), /2,500/);

    // By wheel, through all of it.
    await report.tree.hover();
    await eventually('the last result is drawn', async () => {
      if ((await report.results.filter({ hasText: 'ex:n2499' }).count()) > 0) return true;
      await page.mouse.wheel(0, 6000);
      return false;
    });
    await assertFewRows(report);

    await report.groupBy('Focus node');
    await report.groups.filter({ hasText: 'ex:n0' }).waitFor();
    await assertFewRows(report);
    await report.filter.fill('ex:n1234 datatype');
    await report.shown('1 of 5,000 shown');

    // An edit of the file is followed; the filter stays.
    await driver.focusEditor();
    await driver.goTo({ line: 5, column: 1 });
    await page.keyboard.type('ex:x a ex:Thing . ');
    await report.verdict('things.ttl: 2,500 violations, 2,501 warnings');
    await report.shown('1 of 5,001 shown');
    await driver.screenshot('reportLarge-2-filtered');
  },
} satisfies Scenario;

async function assertFewRows(report: ReportPage): Promise<void> {
  const count = await report.rows.count();
  assert.ok(count > 0 && count < 80, `${count} rows are drawn`);
}
