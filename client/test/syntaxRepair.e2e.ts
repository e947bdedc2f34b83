import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Position } from './driver.ts';
import { eventually } from './eventually.ts';
import { after, copyDemo, find } from './fixtures.ts';
import type { Scenario, Stage } from './runner.ts';

/** Slips of the keyboard: one error each, mended by the keyboard, and the text is what it was. */
export default {
  name: 'syntaxRepair',
  prepare: copyDemo,

  async run({ driver, folder }: Stage): Promise<void> {
    const units = path.join(folder, 'units.ttl');
    const before = await readFile(units, 'utf8');
    await driver.openFile('units.ttl');
    await driver.resultCount();
    const results = (await driver.problems()).length;

    const quote = after(await find(units, '"MTR" ;'), '"MTR'.length);
    await breakAndFix('quote', quote, /^Insert "/);
    const dot = await find(units, '.\n\nunit:KiloM a');
    await breakAndFix('dot', dot, /^Insert '\.' after '1\.0'/);

    // What the error hides has no results that could be repaired.
    await driver.goTo(quote);
    await driver.page.keyboard.press('Delete');
    await eventually('the error is listed', async () =>
      (await driver.problems()).some(({ message }) => /not closed/.test(message)),
    );
    await driver.runCommand('SHACL Repair: Fix All in File');
    await driver.waitForToast('units.ttl has 1 syntax error; what it hides is not checked.');
    await driver.screenshot('syntaxRepair-fixAll');
    await driver.page.getByRole('button', { name: /^Insert "/ }).click();
    await driver.waitForToast('repaired in units.ttl');

    async function breakAndFix(name: string, at: Position, title: RegExp): Promise<void> {
      await driver.goTo(at);
      await driver.page.keyboard.press('Delete');
      const error = await eventually('the error is listed', async () => {
        const errors = (await driver.problems()).filter(({ message }) => /Expected|not closed/.test(message));
        return errors.length > 0 && errors;
      });
      assert.equal(error.length, 1, JSON.stringify(error));
      const { line, column } = error[0]!;
      // What ends a statement may be missed where the next one starts.
      assert.ok(line === at.line || line === at.line + 2, `${line} is not near ${at.line}`);
      await driver.screenshot(`syntaxRepair-${name}-1-broken`);

      const [first] = await driver.openQuickFixes({ line, column });
      assert.match(first!, title);
      await driver.screenshot(`syntaxRepair-${name}-2-fixes`);
      await driver.chooseQuickFix(first!);
      await eventually('the error is gone', async () => {
        const left = await driver.problems();
        return left.length === results && !left.some(({ message }) => /not closed/.test(message));
      });
      await driver.screenshot(`syntaxRepair-${name}-3-fixed`);
      await driver.focusEditor();
      await driver.save();
      assert.equal(await readFile(units, 'utf8'), before);
    }
  },
} satisfies Scenario;
