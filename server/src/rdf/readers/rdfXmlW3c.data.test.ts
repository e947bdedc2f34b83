import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeShared } from '../../testing/shared.ts';
import { isomorphic } from '../isomorphism.ts';
import { terms } from '../terms.ts';
import { TurtleDocument } from '../turtle/turtleDocument.ts';
import { rdf } from '../vocab.ts';
import { readRdfXml } from './rdfXml.ts';

/** Names of tests that we know to fail, each with the reason. */
const expectedFailures: Readonly<Record<string, string>> = {
  'rdf-element-not-mandatory-test001':
    'a root of no RDF namespace is taken for other XML, which is much more often in files of these names',
};

const base = 'https://w3c.github.io/rdf-tests/rdf/rdf11/rdf-xml/';

describeShared('W3C RDF 1.1 XML', 'w3c-rdf-tests/rdf/rdf11/rdf-xml', (folder) => {
  const text = (file: string) => readFileSync(`${folder}/${file}`, 'utf8');
  const { graph } = new TurtleDocument(`${base}manifest.ttl`, 1, text('manifest.ttl'));
  const mf = (name: string) => terms.iri(`http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#${name}`);
  const read = (file: string) => readRdfXml({ uri: base + file, version: 1, text: text(file) });
  const testsOf = (type: string) =>
    graph.subjects(rdf.type, terms.iri(`http://www.w3.org/ns/rdftest#${type}`)).map((id) => {
      const [action, result] = ['action', 'result'].map((name) =>
        graph.objects(id, mf(name)).map((file) => terms.value(file).slice(base.length)),
      );
      return {
        name: terms.value(graph.objects(id, mf('name'))[0]!),
        action: action![0]!,
        result: result![0],
      };
    });
  const [valid, invalid] = [testsOf('TestXMLEval'), testsOf('TestXMLNegativeSyntax')];

  test('the manifest is read in full', () => expect(valid.length + invalid.length).toBe(166));

  for (const { name, action, result } of valid) {
    run(name)(`${name} is read to the expected triples`, () => {
      const document = read(action);
      expect(document.errors).toEqual([]);
      const expected = new TurtleDocument(base + result, 1, text(result!));
      expect(isomorphic(document.graph.triples(), expected.graph.triples())).toBe(true);
    });
  }
  for (const { name, action } of invalid) {
    run(name)(`${name} has an error`, () => expect(read(action).errors).toHaveLength(1));
  }
});

function run(name: string) {
  return name in expectedFailures ? test.fails : test;
}
