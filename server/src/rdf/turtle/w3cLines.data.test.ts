import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeShared } from '../../testing/shared.ts';
import { rdfTests, w3cTest } from '../../testing/w3cTests.ts';
import { isomorphic } from '../isomorphism.ts';
import { type GraphChoice, graphsFormat } from './textFormat.ts';
import { TurtleDocument } from './turtleDocument.ts';

const suites = 'https://w3c.github.io/rdf-tests/rdf/rdf11/';
const trigBase = `${suites}rdf-trig/`;

describeShared('W3C RDF 1.1 N-Triples', 'w3c-rdf-tests/rdf/rdf11/rdf-n-triples', (folder) =>
  checkSuite(folder, `${suites}rdf-n-triples/`, 'NTriples', 70),
);
describeShared('W3C RDF 1.1 N-Quads', 'w3c-rdf-tests/rdf/rdf11/rdf-n-quads', (folder) =>
  checkSuite(folder, `${suites}rdf-n-quads/`, 'NQuads', 87),
);

describeShared('W3C RDF 1.1 TriG', 'w3c-rdf-tests/rdf/rdf11/rdf-trig', (folder) => {
  checkSuite(folder, trigBase, 'Trig', 356);

  for (const { iri, action, result } of rdfTests(folder, trigBase)('TestTrigEval')) {
    w3cTest(iri, `${action} states the triples of ${result}, graph by graph`, () => {
      const [text, expected] = [textOf(folder, action), textOf(folder, result!)];
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

function checkSuite(
  folder: string,
  base: string,
  format: 'NTriples' | 'NQuads' | 'Trig',
  count: number,
): void {
  const testsOf = rdfTests(folder, base);
  const all = (...kinds: readonly string[]) => kinds.flatMap((kind) => testsOf(`Test${format}${kind}`));
  const valid = all('PositiveSyntax', 'Eval');
  const invalid = all('NegativeSyntax', 'NegativeEval');
  const read = (file: string) => new TurtleDocument(`file:///${file}`, 1, textOf(folder, file));

  test('the manifest is read in full', () => expect(valid.length + invalid.length).toBe(count));
  for (const { iri, action } of valid)
    w3cTest(iri, `${action} is read`, () => expect(read(action).errorsIn('1.1')).toEqual([]));
  for (const { iri, action } of invalid)
    w3cTest(iri, `${action} has errors`, () => expect(read(action).errors).not.toEqual([]));
}

/** Empty files are not kept with the others. */
function textOf(folder: string, file: string): string {
  const path = `${folder}/${file}`;
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
