import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, copyDemo, find } from './fixtures.ts';
import type { Scenario, Stage } from './runner.ts';

const literal = '"0.3048"';

/** The main story: a number written as a string is seen, explained, repaired and saved. */
export default {
  name: 'demo',
  prepare: copyDemo,

  async run(stage: Stage): Promise<void> {
    const { driver, folder } = stage;
    const units = path.join(folder, 'units.ttl');
    const place = await find(units, literal);
    const inside = after(place, 2);

    await driver.openFile('units.ttl');
    await driver.goTo(place);
    assert.deepEqual(await driver.waitForUnderline('error', literal), { ...place, text: literal });
    await driver.resultCount();

    const [problem, ...others] = (await driver.problems()).filter(({ line }) => line === place.line);
    assert.deepEqual(others, []);
    assert.deepEqual(
      { ...problem, message: '' },
      { file: 'units.ttl', severity: 'error', message: '', ...place },
    );
    assert.match(problem!.message, /decimal/);
    await driver.screenshot('demo-1-problems');

    const hover = await driver.hover(inside, 'conversion multiplier');
    assert.match(hover, /unit-shapes\.ttl/);
    assert.match(hover, /decimal/);
    await driver.screenshot('demo-2-hover');

    const titles = await driver.openQuickFixes(inside);
    assert.notEqual(titles.length, 0, 'No quick fix is offered.');
    await driver.screenshot('demo-3-quick-fixes');
    await driver.chooseQuickFix(titles[0]!);
    await driver.waitForNoUnderline('error', place.line);
    const remaining = await driver.problems();
    assert.deepEqual(
      remaining.filter(({ line }) => line === place.line),
      [],
    );
    assert.notEqual(remaining.length, 0);
    await driver.screenshot('demo-4-fixed');

    await driver.save();
    await assertGolden(stage, units);
  },
} satisfies Scenario;

async function assertGolden({ root, out }: Stage, file: string): Promise<void> {
  const actual = await readFile(file);
  await writeFile(path.join(out, 'units.fixed.ttl'), actual); // To look at, and to copy when it is right.
  const expected = await readFile(path.join(root, 'test-fixtures/e2e/units.fixed.ttl'));
  assert.equal(actual.toString(), expected.toString());
  assert.ok(actual.equals(expected), 'The saved bytes differ from units.fixed.ttl.');
}
