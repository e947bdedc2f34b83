import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { terms } from '../rdf/terms.ts';
import { readList } from '../shacl/rdfList.ts';
import { referenceResults, repairEverything } from '../testing/repairEverything.ts';
import { describeShared } from '../testing/shared.ts';
import { TurtleDocument } from '../turtle/turtleDocument.ts';

/** Tests of the SHACL Core suite whose data cannot be repaired, with the reason that is given. */
const unrepaired: Readonly<Record<string, string>> = {};

describeShared('W3C SHACL Core, repaired', 'w3c-shacl-tests/tests/core', (folder) => {
  const cases = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ttl'))
    .sort()
    .flatMap((file) => readTests(pathToFileURL(`${folder}/${file}`).href));
  let repaired = 0,
    violated = 0;
  for (const { name, data, shapes } of cases) {
    test(name, async () => {
      const texts = new Map([data, shapes].map((uri) => [uri, read(uri)]));
      const result = await repairEverything({ data: [data], shapes: [shapes], texts });
      const total = result.repaired.length + result.left.length;
      if (total === 0) return;
      violated++;
      const reference = result.left.length === 0 ? await referenceResults(result) : [];
      if (result.left.length === 0 && reference.length === 0) repaired++;
      else
        console.log(
          name,
          'left',
          result.left.length,
          'of',
          total,
          'reference',
          reference.length,
          [...new Set(result.left.map((l) => `${l.placed.violation.constraint.kind}: ${l.why}`))].slice(0, 3),
        );
    });
  }
  test('count', () => {
    console.log('repaired', repaired, 'of', violated);
    expect(1).toBe(1);
  });
});

interface SuiteTest {
  readonly name: string;
  readonly data: string;
  readonly shapes: string;
}

function readTests(uri: string): readonly SuiteTest[] {
  const { graph } = new TurtleDocument(uri, 1, read(uri));
  const mf = (name: string) => terms.iri(`http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#${name}`);
  const sht = (name: string) => terms.iri(`http://www.w3.org/ns/shacl-test#${name}`);
  const entries = graph.withPredicate(mf('entries')).flatMap(({ object }) => readList(graph, object) ?? []);
  return entries.map((entry) => {
    const [action] = graph.objects(entry, mf('action'));
    const graphOf = (role: string) => terms.value(graph.objects(action!, sht(role))[0]!);
    return {
      name: terms.value(entry).replace(/.*\/(.*\/)/, '$1'),
      data: graphOf('dataGraph'),
      shapes: graphOf('shapesGraph'),
    };
  });
}

function read(uri: string): string {
  return readFileSync(fileURLToPath(uri), 'utf8');
}
