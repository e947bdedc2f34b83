import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, find } from './fixtures.ts';
import type { Scenario, Stage } from './runner.ts';

/** One of them cannot become a number. */
const codes = [...Array.from({ length: 40 }, (_, i) => String(100 + i)), 'unknown'];
const data = `# shapes: shapes.ttl
@prefix ex: <http://example.org/> .

${codes.map((code, i) => `ex:desk${i} ex:code "${code}" . # from the list\n`).join('')}`;

const shapes = `@prefix ex: <http://example.org/> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

ex:DeskShape a sh:NodeShape ; sh:targetSubjectsOf ex:code ;
  sh:property [ sh:path ex:code ; sh:datatype xsd:integer ] .
`;

/** The same mistake in many places is repaired from the menu of one of them, and undone in one step. */
export default {
  name: 'moreOfKind',
  isLong: true,

  async prepare(folder: string): Promise<void> {
    await writeFile(path.join(folder, 'data.ttl'), data);
    await writeFile(path.join(folder, 'shapes.ttl'), shapes);
  },

  async run({ driver, folder }: Stage): Promise<void> {
    const file = path.join(folder, 'data.ttl');
    await driver.openFile('data.ttl');
    await driver.statusBarItem('SHACL 41 results');

    const titles = await driver.openQuickFixes(after(await find(file, '"103"'), 2));
    assert.deepEqual(titles.slice(0, 2), [
      'Change "103" to 103 (the same text)',
      'Change "103" to 103, and 39 more of this kind',
    ]);
    await driver.screenshot('moreOfKind-1-quick-fixes');
    await driver.chooseQuickFix(titles[1]!);
    await driver.statusBarItem(/SHACL 1 result\b/);
    await driver.screenshot('moreOfKind-2-repaired');
    await driver.focusEditor();
    await driver.save();
    assert.equal(await readFile(file, 'utf8'), data.replace(/"(\d+)"/g, '$1'));

    await driver.undo();
    await driver.statusBarItem('SHACL 41 results');
    await driver.save();
    assert.equal(await readFile(file, 'utf8'), data);
  },
} satisfies Scenario;
