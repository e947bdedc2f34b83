import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeShared } from '../../testing/shared.ts';
import { rdfTests, w3cTest } from '../../testing/w3cTests.ts';
import { isomorphic } from '../isomorphism.ts';
import { readWithN3 } from './readWithN3.testing.ts';
import { TurtleDocument } from './turtleDocument.ts';

/** Names of tests that we know to fail, each with the reason. */
const expectedFailures: Readonly<Record<string, string>> = {};

const base = 'https://w3c.github.io/rdf-tests/rdf/rdf11/rdf-turtle/';

describeShared('W3C RDF 1.1 Turtle', 'w3c-rdf-tests/rdf/rdf11/rdf-turtle', (folder) => {
  const testsOf = rdfTests(folder, base);
  const negative = [...testsOf('TestTurtleNegativeSyntax'), ...testsOf('TestTurtleNegativeEval')];
  const evaluation = testsOf('TestTurtleEval');
  const positive = [...testsOf('TestTurtlePositiveSyntax'), ...evaluation];

  test('the manifest is read in full', () => expect(positive.length + negative.length).toBe(313));

  for (const { iri, name, action } of positive) {
    const title = `${name} is read without errors, to the triples that N3.js finds`;
    const check = () => {
      const document = read(folder, action);
      expect(document.errorsIn('1.1')).toEqual([]);
      expect(isomorphic(document.graph.triples(), readWithN3(document.text, document.uri))).toBe(true);
    };
    w3cTest(iri, title, check, expectedFailures[name]);
  }

  for (const { iri, name, action, result } of evaluation) {
    const check = () => {
      const expected = read(folder, result!).graph;
      expect(isomorphic(read(folder, action).graph.triples(), expected.triples())).toBe(true);
    };
    w3cTest(iri, `${name} is read to the expected triples`, check, expectedFailures[name]);
  }

  for (const { iri, name, action } of negative) {
    const check = () => expect(read(folder, action).errors).not.toEqual([]);
    w3cTest(iri, `${name} has errors`, check, expectedFailures[name]);
  }
});

/** Empty files are not kept with the others: `turtle-syntax-file-01.ttl` is one. */
function read(folder: string, file: string): TurtleDocument {
  const path = `${folder}/${file}`;
  return new TurtleDocument(base + file, 1, existsSync(path) ? readFileSync(path, 'utf8') : '');
}
