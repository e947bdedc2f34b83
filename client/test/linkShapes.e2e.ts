import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from './eventually.ts';
import { copyDemo, find } from './fixtures.ts';
import type { Inputs, Scenario, Stage } from './runner.ts';

const literal = '"0.3048"';

const meter = `# shapes: unit-shapse.ttl
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix unit: <http://qudt.org/vocab/unit/> .
<http://example.org/lengths> a owl:Ontology ;
  owl:imports <http://example.org/base> .
`;
const base = `@prefix owl: <http://www.w3.org/2002/07/owl#> .
<http://example.org/base> a owl:Ontology .
`;
const imported = '<http://example.org/base>';

/**
 * A file without shapes gets some: by a command, into the settings of the workspace. A path with a typing error is
 * corrected by a quick fix, and another one chooses between two files of an ontology.
 */
export default {
  name: 'linkShapes',
  isLong: true,

  async prepare(folder: string, inputs: Inputs): Promise<void> {
    await copyDemo(folder, inputs);
    const units = path.join(folder, 'units.ttl');
    const text = await readFile(units, 'utf8');
    await writeFile(units, text.replaceAll(/^# (shapes|context): .*\n/gm, ''));
    await writeFile(path.join(folder, 'lengths.ttl'), meter);
    for (const place of ['vocab', 'old']) {
      await mkdir(path.join(folder, place));
      await writeFile(path.join(folder, place, 'base.ttl'), base);
    }
  },

  async run({ driver, folder }: Stage): Promise<void> {
    await driver.openFile('units.ttl');
    await driver.statusBarItem('SHACL: no shapes – link…');
    await driver.goTo(await find(path.join(folder, 'units.ttl'), literal));
    assert.deepEqual(await driver.underlined('error'), []);
    await driver.screenshot('linkShapes-1-hint');

    await driver.runCommand('SHACL Repair: Link Shapes');
    await driver.waitForQuickPick('unit-shapes.ttl');
    await driver.screenshot('linkShapes-2-pick');
    await driver.choose('unit-shapes.ttl');
    await driver.waitForToast('The link is written in a comment at the top of the file.');
    await driver.page
      .locator('.notification-toast .monaco-button', { hasText: 'Write It Elsewhere' })
      .click();
    await driver.choose('In the settings of this folder');

    await driver.waitForUnderline('error', literal);
    await driver.screenshot('linkShapes-3-linked');
    const [link] = await eventually('the link is in the settings', () =>
      setting<readonly unknown[]>(folder, 'shaclRepair.links'),
    );
    assert.match(JSON.stringify(link), /units\.ttl.*shapes\/unit-shapes\.ttl/);

    await driver.openFile('lengths.ttl');
    await driver.statusBarItem('SHACL: link broken');
    // What is read out is the sentence, not the Markdown of its hover.
    const read = await driver.inStatusBar('SHACL: link broken').locator('a').getAttribute('aria-label');
    assert.equal(read, 'SHACL: link broken');
    await driver.inStatusBar('SHACL: link broken').hover();
    await driver.page.locator('.workbench-hover', { hasText: 'unit-shapse.ttl does not exist' }).waitFor();
    await driver.screenshot('linkShapes-4-status');
    const [path1] = await driver.openQuickFixes(
      await find(path.join(folder, 'lengths.ttl'), 'unit-shapse.ttl'),
    );
    await driver.screenshot('linkShapes-4-didYouMean');
    assert.equal(path1, 'Change to shapes/unit-shapes.ttl');
    await driver.chooseQuickFix(path1);
    await driver.statusBarItem('SHACL: nothing to check');

    await driver.waitForUnderline('warning', imported);
    const files = await driver.openQuickFixes(await find(path.join(folder, 'lengths.ttl'), imported));
    await driver.screenshot('linkShapes-5-ontologies');
    assert.deepEqual(files, [
      'Use old/base.ttl for <http://example.org/base>',
      'Use vocab/base.ttl for <http://example.org/base>',
    ]);
    await driver.chooseQuickFix(files[1]!);
    await driver.waitForNoUnderline('warning', 5);
    await driver.screenshot('linkShapes-6-chosen');
    const chosen = await eventually('the choice is in the settings', () =>
      setting(folder, 'shaclRepair.ontologies'),
    );
    assert.deepEqual(chosen, { 'http://example.org/base': 'vocab/base.ttl' });
  },
} satisfies Scenario;

/** Undefined as long as there is no such file, too, and while VS Code, which empties it first, writes it. */
async function setting<T>(folder: string, name: string): Promise<T | undefined> {
  const text = await readFile(path.join(folder, '.vscode/settings.json'), 'utf8').catch(() => '');
  try {
    return JSON.parse(text)[name];
  } catch {
    return undefined;
  }
}
