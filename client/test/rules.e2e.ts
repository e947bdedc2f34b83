import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from './eventually.ts';
import { find } from './fixtures.ts';
import type { Scenario } from './runner.ts';

const building = `# shapes: building-shapes.ttl
@prefix ex: <http://example.org/building/> .

ex:ahu-1 a ex:AirHandler ;
  ex:feeds ex:vav-1, ex:vav-2 .

ex:vav-1 a ex:TerminalUnit .
ex:vav-2 a ex:TerminalUnit .
ex:vav-3 a ex:TerminalUnit .
`;

const shapes = `@prefix ex: <http://example.org/building/> .
@prefix sh: <http://www.w3.org/ns/shacl#> .

ex:TerminalUnitShape a sh:NodeShape ;
  sh:targetClass ex:TerminalUnit ;
  sh:property [ sh:path ex:isFedBy ; sh:minCount 1 ; sh:class ex:AirHandler ] .

ex:AirHandlerShape a sh:NodeShape ;
  sh:targetClass ex:AirHandler ;
  sh:rule [
    a sh:TripleRule ;
    sh:name "What feeds a unit" ;
    sh:subject [ sh:path ex:feeds ] ;
    sh:predicate ex:isFedBy ;
    sh:object sh:this ;
  ] .
`;

/** Rules are turned on by a quick fix, in a project file that it creates; what they infer is written into a file. */
export default {
  name: 'rules',
  isLong: true,

  async prepare(folder: string): Promise<void> {
    await writeFile(path.join(folder, 'building.ttl'), building);
    await writeFile(path.join(folder, 'building-shapes.ttl'), shapes);
  },

  async run({ driver, folder }) {
    const { page } = driver;
    await driver.openFile('building.ttl');
    await driver.waitForResults(3);
    await driver.screenshot('rules-1-not-run');

    const rule = await find(path.join(folder, 'building-shapes.ttl'), 'sh:rule');
    await driver.openFile('building-shapes.ttl');
    await driver.waitForUnderline('info', 'sh:rule');
    const [fix, ...others] = (await driver.openQuickFixes(rule)).filter((title) => title.includes('rules'));
    assert.equal(fix, 'Run the rules: "inference": "rules" in a new project file, shacl-repair.jsonc');
    assert.deepEqual(others, []);
    await driver.screenshot('rules-2-quick-fix');
    await driver.chooseQuickFix(fix);
    await driver.saveAll();
    const project = path.join(folder, 'shacl-repair.jsonc');
    await eventually(
      'the project file is written',
      async () => (await readFile(project, 'utf8').catch(() => '')) === '{\n  "inference": "rules"\n}\n',
    );
    await driver.waitForNoUnderline('info', rule.line);

    await driver.openFile('building.ttl');
    await driver.waitForResults(1);
    await driver.waitForUnderline('error', 'ex:vav-3');
    await driver.screenshot('rules-3-run');

    await driver.runCommand('SHACL Repair: Write Inferred Statements');
    await page.locator('.quick-input-widget:visible input.input').first().waitFor();
    await driver.screenshot('rules-4-where');
    await driver.accept(driver.focusedEditor('building.inferred.ttl'));
    await driver.screenshot('rules-5-written');
    const written = await readFile(path.join(folder, 'building.inferred.ttl'), 'utf8');
    assert.match(written, /^# 2 triples inferred by rules\n/);
    assert.match(written, /ex:vav-1 ex:isFedBy ex:ahu-1 \.\n/);
    assert.match(written, /ex:vav-2 ex:isFedBy ex:ahu-1 \.\n/);
  },
} satisfies Scenario;
