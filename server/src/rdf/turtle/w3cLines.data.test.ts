import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeShared } from '../../testing/shared.ts';
import { terms } from '../terms.ts';
import { rdf } from '../vocab.ts';
import { TurtleDocument } from './turtleDocument.ts';

describeShared('W3C RDF 1.1 N-Triples', 'w3c-rdf-tests/rdf/rdf11/rdf-n-triples', (folder) =>
  checkSuite(folder, 'NTriples', 70),
);
describeShared('W3C RDF 1.1 N-Quads', 'w3c-rdf-tests/rdf/rdf11/rdf-n-quads', (folder) =>
  checkSuite(folder, 'NQuads', 87),
);

function checkSuite(folder: string, format: 'NTriples' | 'NQuads', count: number): void {
  const base = 'http://example.org/';
  const manifest = read(folder, 'manifest.ttl', base);
  const { graph } = manifest;
  const action = terms.iri('http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#action');
  const filesOf = (kind: string) =>
    graph
      .subjects(rdf.type, terms.iri(`http://www.w3.org/ns/rdftest#Test${format}${kind}Syntax`))
      .map((id) => terms.value(graph.objects(id, action)[0]!).replace(/^.*\//, ''));
  const [valid, invalid] = [filesOf('Positive'), filesOf('Negative')];

  test('the manifest is read in full', () => expect(valid.length + invalid.length).toBe(count));
  test.each(valid)('%s is read', (file) => expect(read(folder, file, 'file:///').errors).toEqual([]));
  test.each(invalid)('%s has errors', (file) =>
    expect(read(folder, file, 'file:///').errors).not.toEqual([]),
  );
}

function read(folder: string, file: string, base: string): TurtleDocument {
  return new TurtleDocument(base + file, 1, readFileSync(`${folder}/${file}`, 'utf8'));
}
