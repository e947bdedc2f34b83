import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Driver, Position } from './driver.ts';
import { eventually } from './eventually.ts';
import { find } from './fixtures.ts';
import { dottedTexts } from './inPage.ts';
import type { Scenario, Stage } from './runner.ts';

const prefixes = '@prefix ex: <http://example.org/ns#> .\n@prefix sh: <http://www.w3.org/ns/shacl#> .\n';

const data = `# shapes: shapes.ttl
${prefixes}
ex:alice a ex:Person ;
  ex:name "Alice" ;
  ex:age 42 ;
  ex:address [
    ex:city "Bonn" ;
    ex:zip "53111" ] .

ex:tea a ex:Drink .
`;

const shapes = `${prefixes}
ex:PersonShape a sh:NodeShape ;
  sh:targetClass ex:Person ;
  sh:property [ sh:path ex:name ; sh:minCount 1 ] ;
  sh:property [ sh:path ex:nick ; sh:minLength 1 ] ;
  sh:property [ sh:path ex:address ; sh:node ex:AddressShape ] .

ex:AddressShape sh:property [ sh:path ex:city ; sh:minCount 1 ] .

ex:CarShape a sh:NodeShape ;
  sh:targetClass ex:Car ;
  sh:property [ sh:path ex:wheels ; sh:minCount 4 ] .
`;

/** The statements that no shape looks at are marked until they are cleared. */
export default {
  name: 'coverage',

  async prepare(folder: string): Promise<void> {
    await writeFile(path.join(folder, 'data.ttl'), data);
    await writeFile(path.join(folder, 'shapes.ttl'), shapes);
    await writeFile(path.join(folder, 'alone.ttl'), data.replace('# shapes: shapes.ttl\n', ''));
  },

  async run({ driver, folder, root, out }: Stage): Promise<void> {
    const { page } = driver;
    await driver.openFile('data.ttl');
    await driver.statusBarItem('conforms');
    await driver.runCommand('SHACL Repair: Show Coverage');
    await driver.waitForToast('4 of 7 statements are judged by a shape (57%)');
    // Underlined is what our own marks have, and nothing else.
    const marked = async () =>
      (await page.locator('.monaco-editor .view-lines').first().evaluate(dottedTexts)).join('|');
    const marks = (text: string) =>
      eventually(`the mark of ${text}`, async () => (await marked()).includes(text));
    await marks('age');
    assert.doesNotMatch(await marked(), /name|city/);
    await driver.screenshot('coverage-1-data');

    const file = path.join(folder, 'data.ttl');
    await hoverSays(driver, await find(file, '"Alice"'), 'Judged by 1 shape: ex:PersonShape › ex:name');
    await driver.screenshot('coverage-2-hover');
    await hoverSays(driver, await find(file, '"53111"'), 'No shape judges this statement.');

    await driver.openFile('shapes.ttl');
    await marks('minLength');
    await driver.screenshot('coverage-3-shapes');

    await driver.openFile('data.ttl');
    await marks('age');
    await driver.runCommand('SHACL Repair: Clear Coverage');
    await eventually('the marks are gone', async () => (await marked()) === '');
    await driver.runCommand('SHACL Repair: Show Coverage');
    await page.locator('.notifications-toasts').getByRole('button', { name: 'Show Details' }).first().click();
    // The preview is a page in a page.
    await eventually('the details are shown', async () => {
      for (const frame of page.frames()) {
        if (
          await frame
            .getByText('Classes that no shape mentions (1)')
            .isVisible()
            .catch(() => false)
        )
          return true;
      }
      return false;
    });
    await driver.screenshot('coverage-4-details');

    await driver.openFile('alone.ttl');
    await driver.statusBarItem('SHACL: no shapes – link…');
    await driver.runCommand('SHACL Repair: Show Coverage');
    await driver.waitForToast('0 of 7 statements are judged by a shape (0%)');
    await driver.screenshot('coverage-5-unlinked');
    await openPage(driver, { folder, root, out });
  },
} satisfies Scenario;

/** The page that the command line writes, in a browser, light and dark. */
async function openPage(
  driver: Driver,
  { folder, root, out }: Pick<Stage, 'folder' | 'root' | 'out'>,
): Promise<void> {
  const args = ['validate', 'data.ttl', '--coverage-html', 'coverage.html'];
  await promisify(execFile)(process.execPath, [path.join(root, 'dist/cli.js'), ...args], { cwd: folder });
  const page = await driver.page.context().browser()!.newPage();
  try {
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(pathToFileURL(path.join(folder, 'coverage.html')).href);
      await page
        .locator('[title="Judged by ex:PersonShape › ex:name"]', { hasText: 'ex:name "Alice"' })
        .waitFor();
      await page.locator('.unjudged', { hasText: 'ex:zip "53111"' }).waitFor();
      await page.screenshot({ path: path.join(out, `coverage-6-page-${colorScheme}.png`), fullPage: true });
    }
    assert.deepEqual(complaints, []);
  } finally {
    await page.close();
  }
}

async function hoverSays(driver: Driver, position: Position, text: string): Promise<void> {
  await driver.goTo(position);
  await driver.page.keyboard.press('Control+k');
  await driver.page.keyboard.press('Control+i');
  await driver.page.locator('.monaco-hover:visible', { hasText: text }).first().waitFor();
}
