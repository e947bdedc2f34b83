import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Graph, IndexedGraph } from '../../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { runs } from '../../testing/runs.ts';
import type { Path } from '../model/path.ts';
import { automatonOf } from './pathAutomaton.ts';
import { PathReach, ReachCounts } from './pathReach.ts';
import { pathValues, ValuesAlong } from './pathValues.ts';
import { routesFrom } from './route.ts';

const iri = (name: string) => terms.iri(`http://example.org/${name}`);
const nodes = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(iri);
const predicates = ['p', 'q', 'r'].map(iri);
const node = fc.constantFrom(...nodes);

const graph: fc.Arbitrary<Graph> = fc
  .array(fc.record({ subject: node, predicate: fc.constantFrom(...predicates), object: node }), {
    maxLength: 14,
  })
  .map((triples) => new IndexedGraph(triples));

const path: fc.Arbitrary<Path> = fc.letrec<{ path: Path }>((tie) => ({
  path: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.constant<Path>({ kind: 'oneOrMore', path: { kind: 'predicate', predicate: predicates[0]! } }),
    fc.constantFrom(...predicates).map((predicate): Path => ({ kind: 'predicate', predicate })),
    fc.record({
      kind: fc.constantFrom('inverse', 'zeroOrMore', 'oneOrMore', 'zeroOrOne'),
      path: tie('path'),
    }),
    fc.record({
      kind: fc.constantFrom('sequence', 'alternative'),
      paths: fc.array(tie('path'), { minLength: 2, maxLength: 3 }),
    }),
  ),
})).path;

const seeded = { seed: 14, numRuns: runs(600) };

describe('what a path leads to, against the distances by its definition', () => {
  test('values, each once', () =>
    fc.assert(
      fc.property(graph, path, node, (graph, path, node) => {
        const values = pathValues(graph, node, path);
        expect(values.toSorted()).toEqual(valuesIn(distances(graph, path), node));
      }),
      seeded,
    ));

  test('values of all nodes, also where each of many leads to all others', () =>
    fc.assert(
      fc.property(graph, path, fc.subarray(nodes), fc.shuffledSubarray(nodes), (sparse, path, all, asked) => {
        const [predicate] = predicates as [TermId];
        const between = all.flatMap((subject) => all.map((object) => ({ subject, predicate, object })));
        const graph = new IndexedGraph([...sparse.triples(), ...between]);
        const expected = distances(graph, path);
        const along = new ValuesAlong(graph, path);
        for (const node of asked) expect(along.of(node).toSorted()).toEqual(valuesIn(expected, node));
      }),
      seeded,
    ));

  test('values of several nodes, one after the other', () =>
    fc.assert(
      fc.property(graph, path, fc.array(node, { maxLength: 4 }), (graph, path, starts) => {
        const expected = distances(graph, path);
        const reach = new PathReach(graph, path);
        const before = new Set<TermId>();
        for (const start of starts) {
          const fresh = valuesIn(expected, start).filter((value) => !before.has(value));
          expect(reach.from(start).toSorted()).toEqual(fresh);
          for (const value of fresh) before.add(value);
        }
      }),
      seeded,
    ));

  test('numbers of values, in whatever order nodes are asked about', () =>
    fc.assert(
      fc.property(
        graph,
        path,
        fc.shuffledSubarray(nodes),
        fc.constantFrom(0, 1, 2, 1000),
        fc.constantFrom(0, 1, 32),
        (graph, path, asked, most, few) => {
          const expected = distances(graph, path);
          const counts = new ReachCounts(graph, automatonOf(path), most, few);
          for (const node of asked) {
            const { length } = valuesIn(expected, node);
            expect(counts.of(node)).toEqual({ found: Math.min(length, most), isMore: length > most });
          }
        },
      ),
      seeded,
    ));

  test('shortest ways to values, and the nearest of them first', () =>
    fc.assert(
      fc.property(graph, path, node, (graph, path, node) => {
        const expected = distances(graph, path);
        const routes = routesFrom(graph, node, path);
        const near = routes.nearest(3);
        expect(near).toHaveLength(Math.min(3, valuesIn(expected, node).length));
        for (const value of nodes) {
          const steps = routes.to(value);
          expect(steps?.length).toBe(expected.get(node)?.get(value));
          if (steps === undefined) continue;
          let at = node;
          for (const { triple, inverse } of steps) {
            expect(graph.has(triple.subject, triple.predicate, triple.object)).toBe(true);
            expect(inverse ? triple.object : triple.subject).toBe(at);
            at = inverse ? triple.subject : triple.object;
          }
          expect(at).toBe(value);
          expect(routes.lastStepTo(value)).toEqual(steps.at(-1));
          // Ways of single steps are all of the same length.
          if (!near.includes(value)) {
            const farthest = Math.max(...near.map((each) => expected.get(node)!.get(each)!));
            expect(steps.length).toBeGreaterThanOrEqual(farthest);
          }
        }
      }),
      seeded,
    ));
});

/** How many triples it takes at least from a node to another, for those pairs that a path connects. */
type Distances = ReadonlyMap<TermId, ReadonlyMap<TermId, number>>;

function valuesIn(distances: Distances, node: TermId): readonly TermId[] {
  return [...(distances.get(node)?.keys() ?? [])].toSorted();
}

/** By the definition of each kind of path (SHACL 2.3.1), with no thought of speed. */
function distances(graph: Graph, path: Path): Distances {
  switch (path.kind) {
    case 'predicate':
      return fromPairs(
        graph.withPredicate(path.predicate).map(({ subject, object }: Triple) => [subject, object, 1]),
      );
    case 'inverse':
      return fromPairs(pairsOf(distances(graph, path.path)).map(([from, to, length]) => [to, from, length]));
    case 'sequence':
      return path.paths.map((step) => distances(graph, step)).reduce(oneAfterTheOther);
    case 'alternative':
      return either(path.paths.map((each) => distances(graph, each)));
    case 'zeroOrOne':
      return either([none, distances(graph, path.path)]);
    case 'zeroOrMore':
      return either([none, repeated(distances(graph, path.path))]);
    case 'oneOrMore':
      return repeated(distances(graph, path.path));
  }
}

type Pair = readonly [from: TermId, to: TermId, length: number];

const none = fromPairs(nodes.map((node) => [node, node, 0]));

function repeated(once: Distances): Distances {
  let all = once;
  // No shortest way comes to a node twice, and each step of the path may be one of no triples.
  for (let i = 0; i < nodes.length; i++) all = either([all, oneAfterTheOther(all, once)]);
  return all;
}

function oneAfterTheOther(first: Distances, second: Distances): Distances {
  return fromPairs(
    pairsOf(first).flatMap(([from, middle, length]) =>
      [...(second.get(middle) ?? [])].map(([to, more]): Pair => [from, to, length + more]),
    ),
  );
}

function either(all: readonly Distances[]): Distances {
  return fromPairs(all.flatMap(pairsOf));
}

function pairsOf(distances: Distances): readonly Pair[] {
  return [...distances].flatMap(([from, to]) => [...to].map(([node, length]): Pair => [from, node, length]));
}

function fromPairs(pairs: readonly Pair[]): Distances {
  const distances = new Map<TermId, Map<TermId, number>>();
  for (const [from, to, length] of pairs) {
    const known = distances.get(from) ?? new Map<TermId, number>();
    known.set(to, Math.min(length, known.get(to) ?? Infinity));
    distances.set(from, known);
  }
  return distances;
}
