import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from './eventually.ts';
import { after, find } from './fixtures.ts';
import { ReportPage } from './reportPage.ts';
import type { Scenario, Stage } from './runner.ts';

const data = `# shapes: shapes.ttl
@prefix ex: <http://example.org/> .

ex:ahu7 a ex:AHU ;
  ex:feeds ex:room1 ;
  ex:serial "12a" .
`;

const shapes = `@prefix ex: <http://example.org/> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

ex:AhuShape a sh:NodeShape ; sh:targetClass ex:AHU ;
  sh:property [ sh:path ex:serial ; sh:datatype xsd:integer ] .
`;

const literal = '"12a"';
const comment = '# shacl-repair-ignore sh:datatype as the vendor exports it';

/** A result is ignored by a quick fix, listed in the report, and its comment removed when the value is right. */
export default {
  name: 'ignoreResult',
  isLong: true,

  async prepare(folder: string): Promise<void> {
    await writeFile(path.join(folder, 'data.ttl'), data);
    await writeFile(path.join(folder, 'shapes.ttl'), shapes);
  },

  async run({ driver, folder }: Stage): Promise<void> {
    const file = path.join(folder, 'data.ttl');
    const place = await find(file, literal);
    await driver.openFile('data.ttl');
    await driver.waitForUnderline('error', literal);

    const titles = await driver.openQuickFixes(after(place, 2));
    // Below it there is only what takes the node out of its shape.
    assert.equal(titles.at(-2), 'Ignore this sh:datatype result here…');
    assert.match(titles.at(-1)!, /^Exclude ex:ahu7 /);
    await driver.screenshot('ignoreResult-1-quick-fixes');
    await driver.chooseQuickFix('Ignore this sh:datatype result here…');
    await eventually('the comment is there', async () =>
      (await driver.visibleText()).includes('shacl-repair-ignore'),
    );
    // The reason is selected, to be typed over.
    await driver.page.keyboard.type('as the vendor exports it');
    await driver.page.keyboard.press('Escape');
    await driver.waitForNoUnderline('error', place.line + 1);
    await driver.statusBarItem('SHACL ✓ conforms');
    await driver.save();
    assert.equal(await readFile(file, 'utf8'), data.replace('  ex:serial', `  ${comment}\n  ex:serial`));
    await driver.screenshot('ignoreResult-2-ignored');

    await driver.runCommand('SHACL Repair: Show Validation Report');
    const report = new ReportPage(driver.page);
    assert.equal(await report.verdict(/data\.ttl/), 'data.ttl conforms to its shapes');
    await driver.screenshot('ignoreResult-3-report');

    await driver.focusEditor();
    await driver.replace({ ...place, line: place.line + 1 }, literal.length, '12');
    await driver.waitForUnderline('warning', comment);
    await driver.screenshot('ignoreResult-4-unused');
    const at = { line: place.line, column: 5 };
    const fixes = await driver.openQuickFixes(at);
    assert.ok(fixes.includes('Remove this comment, which ignores nothing'), fixes.join(', '));
    await driver.chooseQuickFix('Remove this comment, which ignores nothing');
    await eventually(
      'the comment is gone',
      async () => !(await driver.visibleText()).includes('shacl-repair-ignore'),
    );
    await driver.statusBarItem('SHACL ✓ conforms');
    await driver.focusEditor();
    await driver.saveAll();
    assert.equal(await readFile(file, 'utf8'), data.replace(literal, '12'));
    await driver.screenshot('ignoreResult-5-removed');
  },
} satisfies Scenario;
