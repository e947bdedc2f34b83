import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeShared } from '../../testing/shared.ts';
import { isomorphic } from '../isomorphism.ts';
import { terms } from '../terms.ts';
import { rdf } from '../vocab.ts';
import { type GraphChoice, graphsFormat } from './textFormat.ts';
import { TurtleDocument } from './turtleDocument.ts';

describeShared('W3C RDF 1.1 N-Triples', 'w3c-rdf-tests/rdf/rdf11/rdf-n-triples', (folder) =>
  checkSuite(folder, 'NTriples', 70),
);
describeShared('W3C RDF 1.1 N-Quads', 'w3c-rdf-tests/rdf/rdf11/rdf-n-quads', (folder) =>
  checkSuite(folder, 'NQuads', 87),
);

describeShared('W3C RDF 1.1 TriG', 'w3c-rdf-tests/rdf/rdf11/rdf-trig', (folder) => {
  checkSuite(folder, 'Trig', 356);

  for (const [action, result] of casesOf(folder, 'TestTrigEval')) {
    test(`${action} states the triples of ${result}, graph by graph`, () => {
      const [text, expected] = [textOf(folder, action!), textOf(folder, result!)];
      const names = Array.from(expected.matchAll(/<([^<>]*)>\s*\.\s*$/gm), ([, iri]) => iri!);
      const choices: readonly (GraphChoice | undefined)[] = [
        undefined,
        { unnamed: true, named: [] },
        ...names.map((name) => ({ unnamed: false, named: [name] })),
      ];
      for (const chosen of choices) {
        const uri = trigBase + action;
        const found = TurtleDocument.as(graphsFormat('TriG', chosen), { uri, version: 1, text });
        const wanted = TurtleDocument.as(graphsFormat('N-Quads', chosen), {
          uri: trigBase + result,
          version: 1,
          text: expected,
        });
        expect(wanted.errors).toEqual([]);
        expect(isomorphic(found.graph.triples(), wanted.graph.triples())).toBe(true);
      }
    });
  }
});

const base = 'http://example.org/';
const trigBase = 'https://w3c.github.io/rdf-tests/rdf/rdf11/rdf-trig/';
const mf = (name: string) => terms.iri(`http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#${name}`);

function checkSuite(folder: string, format: 'NTriples' | 'NQuads' | 'Trig', count: number): void {
  const filesOf = (...kinds: readonly string[]) =>
    kinds.flatMap((kind) => casesOf(folder, `Test${format}${kind}`).map(([action]) => action!));
  const valid = filesOf('PositiveSyntax', 'Eval');
  const invalid = filesOf('NegativeSyntax', 'NegativeEval');

  test('the manifest is read in full', () => expect(valid.length + invalid.length).toBe(count));
  test.each(valid)('%s is read', (file) =>
    expect(read(folder, file, 'file:///').errorsIn('1.1')).toEqual([]),
  );
  test.each(invalid)('%s has errors', (file) =>
    expect(read(folder, file, 'file:///').errors).not.toEqual([]),
  );
}

/** The input of each test of a type, and the expected result if it has one. */
function casesOf(folder: string, type: string): readonly (readonly string[])[] {
  const { graph } = read(folder, 'manifest.ttl', base);
  return graph
    .subjects(rdf.type, terms.iri(`http://www.w3.org/ns/rdftest#${type}`))
    .map((id) =>
      ['action', 'result'].flatMap((part) =>
        graph.objects(id, mf(part)).map((file) => terms.value(file).replace(/^.*\//, '')),
      ),
    );
}

function read(folder: string, file: string, from: string): TurtleDocument {
  return new TurtleDocument(from + file, 1, textOf(folder, file));
}

/** Empty files are not kept with the others. */
function textOf(folder: string, file: string): string {
  const path = `${folder}/${file}`;
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
