import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EvaluationPage } from './evaluationPage.ts';
import type { Scenario, Stage } from './runner.ts';
import { SuitePage } from './suitePage.ts';

const rooms = `# shapes: shapes.ttl
@prefix ex: <http://example.org/> .

ex:room a ex:Room ;
  ex:storey 1 ;
  ex:partOf ex:house .

ex:house a ex:Building .
`;

const shapes = `@prefix ex: <http://example.org/> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
  sh:property [ sh:path ex:storey ; sh:datatype xsd:integer ] ;
  sh:property [ sh:path ex:partOf ; sh:minCount 1 ] .
`;

/** A person repairs the cases of a suite in the editor, one after the other, and is scored like any system. */
export default {
  name: 'answerByHand',
  isLong: true,

  async prepare(folder: string): Promise<void> {
    await writeFile(path.join(folder, 'rooms.ttl'), rooms);
    await writeFile(path.join(folder, 'shapes.ttl'), shapes);
  },

  async run(stage: Stage): Promise<void> {
    const { driver, folder } = stage;
    const { page } = driver;
    await driver.openFile('rooms.ttl');
    await driver.statusBarItem('SHACL ✓ conforms');
    await driver.runCommand('SHACL Repair: Generate VIO Benchmark');
    const suite = new SuitePage(page);
    await suite.acceptOptions();
    await suite.button('Evaluate…').waitFor();

    await driver.runCommand('SHACL Repair: Answer Cases by Hand');
    const name = page.locator('.quick-input-widget:visible input.input');
    await page.locator('.quick-input-title:visible', { hasText: 'Answer Cases by Hand' }).waitFor();
    await name.fill('ada');
    await driver.screenshot('answerByHand-1-name');
    await name.press('Enter');

    const graph = await readFile(path.join(folder, 'rooms-vio/graph.ttl'), 'utf8');
    const waiting = page.locator('.notification-toast', { hasText: 'wait for an answer in' });
    for (let answered = 0; ; answered++) {
      await waiting.waitFor();
      const [, left, all] = /(\d+) of (\d+) cases/.exec((await waiting.textContent()) ?? '') ?? [];
      assert.equal(Number(left), Number(all) - answered);
      assert.equal(await recorded(folder), answered, 'An answer was not recorded at once.');
      // The broken graph, with its violation underlined.
      await page.locator('.tab.active', { hasText: /case-\d+\.ttl/ }).waitFor();
      await driver.waitForResults(1);
      await driver.screenshot(`answerByHand-2-case-${answered + 1}`);
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.insertText(graph);
      await driver.save();
      await waiting.getByRole('button', { name: 'Score' }).click();
      await waiting.waitFor({ state: 'hidden' });
      if (Number(left) === 1) break;
    }
    await new EvaluationPage(page).of('rooms-vio-run');
    await driver.screenshot('answerByHand-3-report');
    const trials = (await readFile(path.join(folder, 'rooms-vio-run/trials.jsonl'), 'utf8'))
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
    assert.deepEqual(new Set(trials.map(({ cell }) => cell)), new Set(['person:ada']));
    assert.ok(trials.every(({ rounds }) => rounds[0].scores.isomorphism));
  },
} satisfies Scenario;

async function recorded(folder: string): Promise<number> {
  const text = await readFile(path.join(folder, 'rooms-vio-run/trials.jsonl'), 'utf8').catch(() => '');
  return text.split('\n').length - 1;
}
