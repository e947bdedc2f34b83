import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ConnectionPath, findConnection, shortestWays } from './findConnection.ts';
import { IndexedGraph } from './graph.ts';
import { tripleKey } from './termKeys.ts';
import { type TermId, type Triple, terms } from './terms.ts';
import { rdf } from './vocab.ts';

const { signal } = new AbortController();
const example = (name: string) => terms.iri(`http://example.org/ns#${name}`);

const nodes = Array.from({ length: 7 }, (_, i) => example(`n${i}`));
const properties = [example('p'), example('q'), rdf.type];
const arbitraryTriple = fc.tuple(fc.nat(6), fc.nat(2), fc.nat(8)).map(
  ([subject, predicate, object]): Triple => ({
    subject: nodes[subject]!,
    predicate: properties[predicate]!,
    object: nodes[object] ?? terms.literal(String(object), example('d')),
  }),
);

test('ways are valid and all as short as any, and all are counted', () =>
  fc.assert(
    fc.asyncProperty(fc.array(arbitraryTriple, { maxLength: 16 }), async (triples) => {
      const graph = new IndexedGraph(triples);
      const [from, to] = [nodes[0]!, nodes[1]!];
      const found = await findConnection(graph, from, to, { maxWays: 1000 }, signal);
      const expected = waysByTrying([...graph.triples()], from, to);
      if (found.kind === 'apart') {
        expect([...expected, ...shortestWays(graph, from, to)]).toEqual([]);
        return;
      }
      expect(found.count).toBe(expected.length);
      expect(new Set(found.ways.map(written))).toEqual(new Set(expected));
      expect(shortestWays(graph, from, to)).toEqual(found.ways);
    }),
    { numRuns: 300 },
  ));

function written(way: ConnectionPath): string {
  return way.map(({ triple, inverse }) => `${inverse ? '-' : '+'}${tripleKey(triple)}`).join(' ');
}

/** By trying all ways of growing length that visit no node twice. */
function waysByTrying(triples: readonly Triple[], from: TermId, to: TermId): string[] {
  const usable = triples.filter(
    ({ subject, predicate, object }) =>
      predicate !== rdf.type && !terms.isLiteral(object) && subject !== object,
  );
  for (let length = 1; length <= nodes.length; length++) {
    const found: string[] = [];
    const go = (node: TermId, visited: readonly TermId[], way: readonly string[]): void => {
      if (way.length === length) {
        if (node === to) found.push(way.join(' '));
        return;
      }
      for (const triple of usable) {
        const ends = [
          [triple.subject, triple.object, '+'],
          [triple.object, triple.subject, '-'],
        ] as const;
        for (const [start, end, sign] of ends) {
          if (start === node && !visited.includes(end))
            go(end, [...visited, end], [...way, sign + tripleKey(triple)]);
        }
      }
    };
    go(from, [from], []);
    if (found.length > 0) return found;
  }
  return [];
}
