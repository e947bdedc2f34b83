import assert from 'node:assert/strict';
import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Inputs, Scenario, Stage } from './runner.ts';
import { SuitePage } from './suitePage.ts';

/** A benchmark of mistakes as people make them: generated, looked at, a case compared. */
export default {
  name: 'mistakes',
  isLong: true,

  async prepare(folder: string, { root }: Inputs): Promise<void> {
    for (const file of ['library.ttl', 'library-shapes.ttl']) {
      await cp(path.join(root, 'test-fixtures/heldout', file), path.join(folder, file));
    }
  },

  async run({ driver, folder }: Stage): Promise<void> {
    const { page } = driver;
    const suite = new SuitePage(page);
    await driver.openFile('library.ttl');
    await driver.statusBarItem('SHACL ✓ conforms');
    await driver.runCommand('SHACL Repair: Generate VIO Benchmark');
    await driver.choose('Realistic mistakes');
    await suite.acceptOptions(2);
    await suite.heading(/library: \d+ of 54 constraints covered( and \d+ satisfied)? by 200 cases/);
    const description = await readFile(path.join(folder, 'library-mistakes/suite.json'), 'utf8');
    assert.equal(JSON.parse(description).options.mode, 'mistakes');

    await suite.tab('Cases');
    await suite.filter.fill('doubled');
    await suite.shown(' of 200 shown');
    await suite.filter.press('ArrowDown');
    await suite.press('ArrowRight', suite.details.first());
    await driver.screenshot('mistakes-1-cases');
    assert.match(await suite.focused(), /^doubled value: .*case-\d{4} · /);
    await suite.press('Enter', page.locator('.tab.active', { hasText: '↔ case-' }).first());
    await driver.screenshot('mistakes-2-comparison');
  },
} satisfies Scenario;
