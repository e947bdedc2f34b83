import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeShared } from '../../testing/shared.ts';
import { isomorphic } from '../isomorphism.ts';
import { terms } from '../terms.ts';
import { rdf } from '../vocab.ts';
import { readWithN3 } from './readWithN3.testing.ts';
import { TurtleDocument } from './turtleDocument.ts';

/** Names of tests that we know to fail, each with the reason. */
const expectedFailures: Readonly<Record<string, string>> = {};

const base = 'https://w3c.github.io/rdf-tests/rdf/rdf11/rdf-turtle/';
const mf = (name: string) => terms.iri(`http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#${name}`);

describeShared('W3C RDF 1.1 Turtle', 'w3c-rdf-tests/rdf/rdf11/rdf-turtle', (folder) => {
  const manifest = read(folder, 'manifest.ttl');
  const { graph } = manifest;
  const testsOf = (type: string) =>
    graph.subjects(rdf.type, terms.iri(`http://www.w3.org/ns/rdftest#${type}`)).map((id) => ({
      name: terms.value(graph.objects(id, mf('name'))[0]!),
      action: fileOf(graph.objects(id, mf('action'))[0]!),
      result: graph.objects(id, mf('result')).map(fileOf)[0],
    }));
  const negative = [...testsOf('TestTurtleNegativeSyntax'), ...testsOf('TestTurtleNegativeEval')];
  const evaluation = testsOf('TestTurtleEval');
  const positive = [...testsOf('TestTurtlePositiveSyntax'), ...evaluation];

  test('the manifest is read in full', () => {
    expect(manifest.errors).toEqual([]);
    expect(positive.length + negative.length).toBe(313);
  });

  for (const { name, action } of positive) {
    run(name)(`${name} is read without errors, to the triples that N3.js finds`, () => {
      const document = read(folder, action);
      expect(document.errorsIn('1.1')).toEqual([]);
      expect(isomorphic(document.graph.triples(), readWithN3(document.text, document.uri))).toBe(true);
    });
  }

  for (const { name, action, result } of evaluation) {
    run(name)(`${name} is read to the expected triples`, () => {
      const expected = read(folder, result!).graph;
      expect(isomorphic(read(folder, action).graph.triples(), expected.triples())).toBe(true);
    });
  }

  for (const { name, action } of negative) {
    run(name)(`${name} has errors`, () => expect(read(folder, action).errors).not.toEqual([]));
  }
});

function run(name: string) {
  return name in expectedFailures ? test.fails : test;
}

/** Empty files are not kept with the others: `turtle-syntax-file-01.ttl` is one. */
function read(folder: string, file: string): TurtleDocument {
  const path = `${folder}/${file}`;
  return new TurtleDocument(base + file, 1, existsSync(path) ? readFileSync(path, 'utf8') : '');
}

function fileOf(iri: number): string {
  return terms.value(iri).slice(base.length);
}
