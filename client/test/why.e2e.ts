import assert from 'node:assert/strict';
import path from 'node:path';
import { eventually } from './eventually.ts';
import { after, copyDemo, find } from './fixtures.ts';
import type { Scenario } from './runner.ts';
import { inEachTheme } from './themes.ts';

/** A result is explained down to the statements in files, and the explanation goes with the result. */
export default {
  name: 'why',
  isLong: true,
  prepare: copyDemo,

  async run(stage) {
    const { driver, folder } = stage;
    const { page } = driver;
    const units = path.join(folder, 'units.ttl');
    await driver.openFile('units.ttl');
    const place = await find(units, 'quantitykind:Lenght');
    await driver.goTo(place);
    await driver.waitForUnderline('error', 'quantitykind:Lenght');

    await driver.runCommand('SHACL Repair: Why This Result?');
    // A page in a page.
    const why = page.locator('iframe.webview:visible').contentFrame().locator('iframe').contentFrame();
    const lines = why.locator('li');
    const missing = lines.filter({ hasText: 'Not found: quantitykind:Lenght a qudt:QuantityKind' });
    await missing.first().waitFor();
    const texts = await lines.allInnerTexts();
    assert.ok(texts.some((text) => text.includes('Asked for by sh:class of :quantityKindOfUnit')));
    // The page has no scripts, so nothing can be run in it that looks for what is not accessible.
    await inEachTheme(stage, (theme) => driver.screenshot(`why-1-explained-${theme}`));
    const size = page.viewportSize()!;
    await page.setViewportSize({ ...size, width: 800 });
    await driver.screenshot('why-1-explained-narrow');
    await page.setViewportSize(size);

    // To the statement that makes the unit a target.
    const subject = await find(units, 'unit:YD a qudt:Unit');
    const end = after(subject, 'unit:YD a qudt:Unit'.length);
    await lines.filter({ hasText: 'unit:YD a qudt:Unit' }).first().locator('a').first().click();
    await driver.statusBarItem(`Ln ${end.line}, Col ${end.column} (11 selected)`);

    await driver.hover(place, 'Why?');
    await driver.screenshot('why-2-hover');
    await page.keyboard.press('Escape');

    const [repair] = await driver.openQuickFixes(place);
    await driver.chooseQuickFix(repair!);
    await eventually('the explanation is gone', async () => (await lines.count()) === 0);
    await driver.runCommand('SHACL Repair: Why This Result?');
    await driver.waitForToast('There is no result at the cursor.');
  },
} satisfies Scenario;
