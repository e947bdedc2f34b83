import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { terms } from '../rdf/terms.ts';
import { TurtleDocument } from '../rdf/turtle/turtleDocument.ts';
import { readList } from '../shacl/model/reading.ts';
import { referenceResults, repairEverything } from '../testing/repairEverything.ts';
import { someOf } from '../testing/runs.ts';
import { describeShared } from '../testing/shared.ts';
import { bestRepair, type ChooseRepair } from './search/repairChoice.ts';

/**
 * Tests of the SHACL Core suite whose data conform only when a node leaves the target of its shape: the shape asks
 * what the node is, such as a number of a node that is none, and the user is told so.
 */
const leavingTheirTarget: readonly string[] = [
  'misc/severity-002',
  'node/datatype-001',
  'node/hasValue-001',
  'node/maxExclusive-001',
  'node/maxInclusive-001',
  'node/maxLength-001',
  'node/minExclusive-001',
  'node/pattern-001',
  'node/xone-duplicate',
];

/** Tests whose data cannot be repaired, with what the user is told. */
const unrepaired: Readonly<Record<string, string>> = {};

const best = bestRepair({ acceptPlaceholders: true });

/** The best repair, and where there is none, one that takes the node out of its target. */
const orLeave: ChooseRepair = (suggestions) => {
  const choice = best(suggestions);
  const [last] = suggestions.repairs;
  return choice.kind === 'none' && last ? { kind: 'repair', chosen: last } : choice;
};

describeShared('W3C SHACL Core, repaired', 'w3c-shacl-tests/tests/core', (folder) => {
  const cases = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ttl'))
    .sort()
    .flatMap((file) => readTests(pathToFileURL(`${folder}/${file}`).href));
  const violated = cases.filter(({ conforms }) => !conforms);

  test.each(someOf(violated))('$name', async ({ name, data, shapes }) => {
    const unit = {
      data: [data],
      shapes: [shapes],
      texts: new Map([data, shapes].map((uri) => [uri, read(uri)])),
    };
    const result = await repairEverything(unit);
    expect(result.repaired.length + result.left.length).toBeGreaterThan(0);
    if (result.left.length === 0) {
      expect(leavingTheirTarget).not.toContain(name);
      expect(unrepaired[name]).toBeUndefined();
      expect(await referenceResults(result)).toEqual([]);
      return;
    }
    const whatever = await repairEverything(unit, orLeave);
    if (whatever.left.length === 0) {
      expect(leavingTheirTarget).toContain(name);
      expect(await referenceResults(whatever)).toEqual([]);
      for (const { why } of result.left) expect(why).toMatch(/^No repair found/);
    } else expect([...new Set(result.left.map(({ why }) => why))].join('\n')).toBe(unrepaired[name]);
  });

  test('of 94 tests that do not conform, at least 90 % can be repaired, and as many with all nodes in their target', () => {
    expect(violated).toHaveLength(94);
    expect(leavingTheirTarget.length).toBeLessThan(0.1 * violated.length);
    expect(Object.keys(unrepaired).length).toBeLessThan(0.1 * violated.length);
  });
});

interface SuiteTest {
  readonly name: string;
  /** URIs of the graphs. */
  readonly data: string;
  readonly shapes: string;
  readonly conforms: boolean;
}

function readTests(uri: string): readonly SuiteTest[] {
  const { graph } = new TurtleDocument(uri, 1, read(uri));
  const mf = (name: string) => terms.iri(`http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#${name}`);
  const sht = (name: string) => terms.iri(`http://www.w3.org/ns/shacl-test#${name}`);
  const sh = (name: string) => terms.iri(`http://www.w3.org/ns/shacl#${name}`);
  const entries = graph.withPredicate(mf('entries')).flatMap(({ object }) => readList(graph, object) ?? []);
  return entries.map((entry) => {
    const [action] = graph.objects(entry, mf('action'));
    const [report] = graph.objects(entry, mf('result'));
    const [conforms] = graph.objects(report!, sh('conforms'));
    return {
      name: terms.value(entry).replace(/.*\/(.*\/)/, '$1'),
      data: terms.value(graph.objects(action!, sht('dataGraph'))[0]!),
      shapes: terms.value(graph.objects(action!, sht('shapesGraph'))[0]!),
      conforms: terms.value(conforms!) === 'true',
    };
  });
}

function read(uri: string): string {
  return readFileSync(fileURLToPath(uri), 'utf8');
}
