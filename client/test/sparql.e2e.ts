import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, find } from './fixtures.ts';
import type { Scenario } from './runner.ts';

const orders = `# shapes: order-shapes.ttl
@prefix ex: <http://example.org/orders/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

ex:order-1 a ex:Order ;
  ex:paid "2026-03-02"^^xsd:date ;
  ex:shipped "2026-03-05"^^xsd:date .

# Both dates were noted by hand.
ex:order-2 a ex:Order ;
  ex:paid "2026-04-09"^^xsd:date ;
  ex:shipped "2026-04-07"^^xsd:date .
`;

const shapes = `@prefix ex: <http://example.org/orders/> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

ex: sh:declare [ sh:prefix "ex" ; sh:namespace "http://example.org/orders/"^^xsd:anyURI ] .

ex:OrderShape a sh:NodeShape ;
  sh:targetClass ex:Order ;
  sh:sparql [
    sh:message "{$this} was shipped on {?shipped}, before it was paid on {?paid}." ;
    sh:prefixes ex: ;
    sh:select """
      SELECT $this (ex:shipped AS ?path) (?shipped AS ?value) ?shipped ?paid
      WHERE {
        $this ex:shipped ?shipped ; ex:paid ?paid .
        FILTER (?shipped < ?paid)
      }""" ;
  ] .
`;

/** The result of a query is shown at its value and repaired; a mistake in the query is shown where it is in the literal. */
export default {
  name: 'sparql',
  isLong: true,

  async prepare(folder: string): Promise<void> {
    await writeFile(path.join(folder, 'orders.ttl'), orders);
    await writeFile(path.join(folder, 'order-shapes.ttl'), shapes);
  },

  async run({ driver, folder }) {
    const data = path.join(folder, 'orders.ttl');
    await driver.openFile('orders.ttl');
    await driver.statusBarItem('SHACL 1 result');
    const place = await find(data, '"2026-04-07"');
    const underline = await driver.waitForUnderline('error', '"2026-04-07"^^xsd:date');
    assert.equal(underline.line, place.line);
    const hover = await driver.hover(place, 'before it was paid');
    assert.match(hover, /order-2 was shipped on "2026-04-07".*, before it was paid on "2026-04-09"/);
    await driver.screenshot('sparql-1-result');

    // A mistake in the query, in its own place in the file.
    const shapesFile = path.join(folder, 'order-shapes.ttl');
    await driver.openFile('order-shapes.ttl');
    const filter = await find(shapesFile, 'FILTER (');
    await driver.replace(filter, 'FILTER'.length, 'FILTR');
    const mistake = await driver.waitForUnderline('error', 'FILTR');
    assert.deepEqual({ line: mistake.line, column: mistake.column }, filter);
    await driver.hover(after(filter, 2), 'The constraint is not checked.');
    await driver.screenshot('sparql-2-syntax-error');
    await driver.page.keyboard.press('Escape');
    await driver.replace(filter, 'FILTR'.length, 'FILTER');
    await driver.waitForNoUnderline('error', filter.line);

    await driver.openFile('orders.ttl');
    await driver.waitForUnderline('error', '"2026-04-07"^^xsd:date');
    const titles = await driver.openQuickFixes(place);
    await driver.screenshot('sparql-3-quick-fixes');
    await driver.chooseQuickFix(titles[0]!);
    await driver.statusBarItem('SHACL ✓ conforms');
    await driver.screenshot('sparql-4-repaired');
    assert.ok((await driver.visibleText()).includes('# Both dates were noted by hand.'));
  },
} satisfies Scenario;
