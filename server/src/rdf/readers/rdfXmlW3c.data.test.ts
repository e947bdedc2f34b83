import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeShared } from '../../testing/shared.ts';
import { rdfTests, w3cTest } from '../../testing/w3cTests.ts';
import { isomorphic } from '../isomorphism.ts';
import { TurtleDocument } from '../turtle/turtleDocument.ts';
import { readRdfXml } from './rdfXml.ts';

/** Names of tests that we know to fail, each with the reason. */
const expectedFailures: Readonly<Record<string, string>> = {
  'rdf-element-not-mandatory-test001':
    'a root of no RDF namespace is taken for other XML, which is much more often in files of these names',
};

const base = 'https://w3c.github.io/rdf-tests/rdf/rdf11/rdf-xml/';

describeShared('W3C RDF 1.1 XML', 'w3c-rdf-tests/rdf/rdf11/rdf-xml', (folder) => {
  const text = (file: string) => readFileSync(`${folder}/${file}`, 'utf8');
  const read = (file: string) => readRdfXml({ uri: base + file, version: 1, text: text(file) });
  const testsOf = rdfTests(folder, base);
  const [valid, invalid] = [testsOf('TestXMLEval'), testsOf('TestXMLNegativeSyntax')];

  test('the manifest is read in full', () => expect(valid.length + invalid.length).toBe(166));

  for (const { iri, name, action, result } of valid) {
    const check = () => {
      const document = read(action);
      expect(document.errors).toEqual([]);
      const expected = new TurtleDocument(base + result, 1, text(result!));
      expect(isomorphic(document.graph.triples(), expected.graph.triples())).toBe(true);
    };
    w3cTest(iri, `${name} is read to the expected triples`, check, expectedFailures[name]);
  }
  for (const { iri, name, action } of invalid) {
    const check = () => expect(read(action).errors).toHaveLength(1);
    w3cTest(iri, `${name} has an error`, check, expectedFailures[name]);
  }
});
