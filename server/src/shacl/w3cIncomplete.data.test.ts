import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { TurtleDocument } from '../rdf/turtle/turtleDocument.ts';
import { readTests, reportOf } from '../testing/shaclTests.ts';
import { describeShared } from '../testing/shared.ts';
import { builtinValidator } from './builtinValidator.ts';
import { referenceValidator } from './reference/referenceEngine.ts';
import { readShapes } from './shapesGraph/readShapes.ts';

/** Tests of SHACL 1.2 that the built-in engine is known to fail: their components are not part of SHACL Core (2017). */
const expectedFailures: Readonly<Record<string, string>> = {
  'property/memberShape-incomplete-001': 'sh:memberShape is not evaluated',
  'property/reificationRequired-incomplete-001': 'sh:reifierShape is not evaluated',
  'property/rootClass-incomplete-001': 'sh:rootClass is not evaluated',
  'property/someValue-incomplete-001': 'sh:someValue is not evaluated',
  'property/someValue-incomplete-002': 'sh:someValue is not evaluated',
  'property/subsetOf-incomplete-001': 'sh:subsetOf is not evaluated',
};

describeShared('W3C SHACL 1.2 Core, sh:incomplete', 'w3c-shacl12-tests/tests/core', (folder) => {
  const documents = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /-incomplete-.*\.ttl$/.test(file))
    .sort()
    .map((file) => {
      const { href } = pathToFileURL(`${folder}/${file}`);
      return new TurtleDocument(href, 1, readFileSync(`${folder}/${file}`, 'utf8'));
    });
  const cases = documents.flatMap((document) => readTests(document).map((each) => ({ document, ...each })));

  test('is complete', () => expect(cases).toHaveLength(25));

  for (const { document, ...each } of cases) {
    const why = expectedFailures[each.name];
    const { graph } = document;
    const input = { dataGraph: graph, reportedGraph: graph, classGraph: graph, shapes: readShapes(graph) };

    test(why ? `${each.name} (fails: ${why})` : each.name, async () => {
      const { violations, notChecked } = await builtinValidator().validate(input, unaborted);
      const actual = reportOf(violations, each);
      if (why) {
        expect(actual).not.toEqual(each.report);
        expect(notChecked).not.toEqual([]);
      } else expect(actual).toEqual(each.report);
    });

    test(`${each.name}: the reference engine has no result that the report lacks`, async () => {
      const { violations } = await referenceValidator.validate(input, unaborted);
      for (const line of reportOf(violations, each).slice(1)) expect(each.report).toContain(line);
    });
  }
});

const unaborted = new AbortController().signal;
