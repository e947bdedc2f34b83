import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from './eventually.ts';
import { find } from './fixtures.ts';
import type { Scenario, Stage } from './runner.ts';

const prefixes = `@prefix ex: <http://example.org/ns#> .
@prefix fluid: <http://fluids.example/> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
`;
const data = `# shapes: shapes.ttl
${prefixes}
ex:tank ex:substance fluid:Brine ; ex:state ex:filling .
fluid:Air ex:name "air" .
`;
const shapes = `${prefixes}
ex:SubstanceShape a sh:NodeShape ;
  sh:targetSubjectsOf ex:substance ;
  sh:property [ sh:path ex:substance ; sh:class ex:Liquid ] ;
  sh:property [ sh:path ex:state ; sh:in ( ex:open ex:closed ) ] .
`;
const fluids = `${prefixes}
fluid:Brine a ex:Liquid .
`;

/** Where no repair is likely, the menu says why, and has what would help. */
export default {
  name: 'remedies',
  isLong: true,

  async prepare(folder: string): Promise<void> {
    await mkdir(path.join(folder, 'vocab'));
    await writeFile(path.join(folder, 'plant.ttl'), data);
    await writeFile(path.join(folder, 'shapes.ttl'), shapes);
    await writeFile(path.join(folder, 'vocab', 'fluids.ttl'), fluids);
  },

  async run({ driver, folder }: Stage): Promise<void> {
    const file = path.join(folder, 'plant.ttl');
    await driver.openFile('plant.ttl');
    await driver.statusBarItem(/SHACL 2 results/);
    await driver.waitForUnderline('error', 'fluid:Brine');

    const why = 'No repair found: no linked file describes fluid:Brine, so its class is unknown';
    const fixes = await driver.openQuickFixes(await find(file, 'fluid:Brine'));
    await driver.screenshot('remedies-1-why');
    const link = 'Link vocab/fluids.ttl, which describes fluid:Brine';
    for (const fix of [why, link]) assert.ok(fixes.includes(fix), fixes.join('\n'));
    await driver.chooseQuickFix(why);
    await driver.waitForToast('Link the ontology that describes it as context.');
    await driver.screenshot('remedies-2-message');
    await driver.clearToasts();

    await driver.openQuickFixes(await find(file, 'fluid:Brine'));
    await driver.chooseQuickFix(link);
    await driver.statusBarItem(/SHACL 1 result\b/);
    assert.match(await driver.visibleText(), /# context: vocab\/fluids\.ttl/);
    await driver.screenshot('remedies-3-linked');

    const state = { ...(await find(file, 'ex:filling')) };
    await driver.openQuickFixes({ ...state, line: state.line + 1 });
    await driver.screenshot('remedies-4-choice');
    await driver.chooseQuickFix('Choose: ex:open or ex:closed');
    await eventually('one of the values is written', async () =>
      /ex:state ex:(open|closed)/.test(await driver.visibleText()),
    );
    await driver.screenshot('remedies-5-choosing');
    await driver.statusBarItem('SHACL ✓ conforms');
  },
} satisfies Scenario;
