import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from './eventually.ts';
import { find } from './fixtures.ts';
import type { Scenario, Stage } from './runner.ts';

const namespace = '<http://qudt.org/vocab/unit/>';
const prefixes = `@prefix ex: <http://example.org/ns#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix unit: ${namespace} .
`;
const data = `# shapes: shapes.ttl
${prefixes}
ex:flow ex:unit unit:M3-PER-HR .
ex:level ex:unit unit:M .
ex:pressure ex:unit unit:PA .
ex:name ex:unit "bar" .
`;
const shapes = `${prefixes}
ex:MeasuredShape a sh:NodeShape ;
  sh:targetSubjectsOf ex:unit ;
  sh:property [ sh:path ex:unit ; sh:class ex:Unit ] .
`;
const units = `${prefixes}
unit:M3-PER-HR a ex:Unit .
unit:M a ex:Unit .
unit:PA a ex:Unit .
`;

/** Results on units that no linked file describes are one problem at their prefix, with fixes of its own. */
export default {
  name: 'undescribed',
  isLong: true,

  async prepare(folder: string): Promise<void> {
    await mkdir(path.join(folder, 'vocab'));
    await writeFile(path.join(folder, 'plant.ttl'), data);
    await writeFile(path.join(folder, 'shapes.ttl'), shapes);
    await writeFile(path.join(folder, 'vocab', 'units.ttl'), units);
  },

  async run({ driver, folder }: Stage): Promise<void> {
    const file = path.join(folder, 'plant.ttl');
    const count = (expected: number) =>
      eventually(`there are ${expected} problems`, async () => {
        return (await driver.problemCount('plant.ttl')) === expected;
      });

    await driver.openFile('plant.ttl');
    // All results count; those on units are one problem, and one is about the file itself.
    await driver.statusBarItem(/SHACL 4 results/);
    await driver.waitForUnderline('error', namespace);
    await count(2);
    assert.match(await driver.hover(await find(file, 'unit:PA'), 'shapes.ttl'), /ex:Unit/);
    await driver.goTo(await find(file, namespace));
    await driver.screenshot('undescribed-1-group');

    const fixes = await driver.openQuickFixes(await find(file, namespace));
    await driver.screenshot('undescribed-2-fixes');
    const all = 'Show the 3 results one by one';
    const link = 'Link vocab/units.ttl, which describes all 3 nodes';
    for (const fix of [link, 'Declare http://qudt.org/vocab/unit/ incomplete (sh:incompleteURIStart)', all]) {
      assert.ok(fixes.includes(fix), fixes.join('\n'));
    }
    await driver.chooseQuickFix(all);
    await driver.waitForUnderline('error', 'unit:PA');
    await count(5);
    await driver.screenshot('undescribed-3-oneByOne');

    await driver.openQuickFixes(await find(file, namespace));
    await driver.chooseQuickFix('Show the 3 results as one again');
    await count(2);

    await driver.openQuickFixes(await find(file, namespace));
    await driver.chooseQuickFix(link);
    await driver.statusBarItem(/SHACL 1 result\b/);
    await count(1);
    await driver.screenshot('undescribed-4-linked');
    assert.match(await driver.visibleText(), /# context: vocab\/units\.ttl/);
  },
} satisfies Scenario;
