import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../testing/runs.ts';
import { type Graph, IndexedGraph } from './graph.ts';
import { graphDifference } from './graphDifference.ts';
import { OverlayGraph } from './overlayGraph.ts';
import { StatedGraph } from './statedGraph.ts';
import { tripleKey } from './termKeys.ts';
import type { TermId, Triple } from './terms.ts';
import { UnionGraph } from './unionGraph.ts';

/** A graph, how it was made, and what is in it. */
interface Case {
  readonly graph: Graph;
  readonly made: string;
  readonly content: ReadonlySet<string>;
}

/** A document's graph and all that it states. */
interface Stated {
  readonly graph: StatedGraph;
  readonly stated: readonly Triple[];
}

const numRuns = runs(Number(process.env.GRAPH_RUNS ?? 300));
const nodes = [0, 1, 2, 3];
const predicates = [3, 4, 5];
/** So many that lists of values and of predicates exceed what is scanned. */
const many = Array.from({ length: 40 }, (_, i) => i);

const anyTriple: fc.Arbitrary<Triple> = fc.oneof(
  { weight: 4, arbitrary: tripleOf(nodes, predicates, nodes) },
  { weight: 1, arbitrary: tripleOf(nodes, predicates, many) },
);
/** Up to forty triples that are alike in all but one place. */
const hub: fc.Arbitrary<readonly Triple[]> = fc
  .tuple(anyTriple, fc.constantFrom('subject', 'predicate', 'object'), fc.shuffledSubarray(many))
  .map(([triple, place, ids]) => ids.map((id) => ({ ...triple, [place]: id })));
const anyTriples: fc.Arbitrary<readonly Triple[]> = fc
  .array(
    fc.oneof({ weight: 6, arbitrary: anyTriple.map((triple) => [triple]) }, { weight: 1, arbitrary: hub }),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.flat());

const edit = fc.record({ removed: fc.array(fc.nat()), added: anyTriples });
const anyStated: fc.Arbitrary<readonly Stated[]> = fc
  .tuple(anyTriples, fc.array(edit, { maxLength: 8 }))
  .map(([first, edits]) => {
    const versions: Stated[] = [{ graph: StatedGraph.of(flat(first)), stated: first }];
    for (const { removed, added } of edits) {
      const { graph, stated } = versions.at(-1)!;
      const gone = new Set(removed.map((index) => index % stated.length));
      const isGone = (_: Triple, index: number) => gone.has(index);
      versions.push({
        graph: graph.changed(flat(stated.filter(isGone)), flat(added)),
        stated: [...stated.filter((triple, index) => !isGone(triple, index)), ...added],
      });
    }
    return versions;
  });

const { anyCase } = fc.letrec<{ anyCase: Case }>((tie) => ({
  anyCase: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    anyTriples.map((triples) => ({
      graph: new IndexedGraph(triples),
      made: 'indexed',
      content: contentOf(triples),
    })),
    anyStated.map((versions) => caseOf(versions.at(-1)!)),
    fc.tuple(tie('anyCase'), anyTriples, anyTriples).map(([base, removed, added]) => {
      const content = new Set(base.content);
      for (const triple of removed) content.delete(tripleKey(triple));
      for (const triple of added) content.add(tripleKey(triple));
      return {
        graph: new OverlayGraph(base.graph, { removed, added }),
        made: `overlay(${base.made})`,
        content,
      };
    }),
    fc.array(tie('anyCase'), { maxLength: 3 }).map(unionOf),
    // So many that they are copied.
    fc
      .array(tie('anyCase'), { minLength: 1, maxLength: 3 })
      .map((members) => unionOf([...members, ...members, ...members, ...members])),
  ),
}));

test('a graph is the set of its triples, however it is made', () =>
  fc.assert(
    fc.property(anyCase, ({ graph, made, content }) => {
      expect(contentSeen(graph), made).toEqual(sorted(content));
      expect(graph.size, made).toBe(content.size);
    }),
    { numRuns },
  ));

test('each way to look things up shows the same triples', () =>
  fc.assert(
    fc.property(anyCase, ({ graph, made, content }) => {
      const expected = sorted(content);
      const pairs = many.flatMap((one) => many.map((other) => [one, other] as const));
      const seen = {
        outgoing: many.flatMap((id) => graph.outgoing(id)),
        forEachOutgoing: many.flatMap((id) => visited(graph, id)),
        incoming: many.flatMap((id) => graph.incoming(id)),
        withPredicate: many.flatMap((id) => graph.withPredicate(id)),
        objects: pairs.flatMap(([subject, predicate]) =>
          graph.objects(subject, predicate).map((object) => ({ subject, predicate, object })),
        ),
        subjects: pairs.flatMap(([predicate, object]) =>
          graph.subjects(predicate, object).map((subject) => ({ subject, predicate, object })),
        ),
        has: pairs.flatMap(([subject, predicate]) =>
          objectsOf(graph, subject, predicate).map((object) => ({ subject, predicate, object })),
        ),
      };
      for (const [way, triples] of Object.entries(seen)) {
        expect(sorted(triples.map(tripleKey)), `${way} of ${made}`).toEqual(expected);
      }
    }),
    { numRuns },
  ));

test('what is looked up comes in the order in which it was written', () =>
  fc.assert(
    fc.property(anyTriples, (triples) => {
      const distinct = [...contentOf(triples)].map(tripleOfKey);
      for (const graph of [new IndexedGraph(triples), StatedGraph.of(flat(triples))]) {
        for (const { subject, predicate } of distinct) {
          const own = distinct.filter((triple) => triple.subject === subject);
          const objects = own.filter((triple) => triple.predicate === predicate).map(({ object }) => object);
          expect(graph.objects(subject, predicate)).toEqual(objects);
          const ownPredicates = [...new Set(own.map((triple) => triple.predicate))];
          expect([...new Set(graph.outgoing(subject).map((triple) => triple.predicate))]).toEqual(
            ownPredicates,
          );
          expect(visited(graph, subject)).toEqual(graph.outgoing(subject));
        }
        const subjects = new Set([...graph.triples()].map(({ subject }) => subject));
        expect([...subjects]).toEqual([...new Set(distinct.map(({ subject }) => subject))]);
      }
    }),
    { numRuns },
  ));

test('the difference of two graphs leads from one to the other', () => {
  const related = fc.tuple(anyStated, anyCase).chain(([versions, other]) => {
    const version = fc.constantFrom(...versions).map(caseOf);
    const inUnion = version.map(({ graph, made, content }) => ({
      graph: new UnionGraph([other.graph, graph]),
      made: `union(${other.made},${made})`,
      content: new Set([...other.content, ...content]),
    }));
    const one = fc.oneof(version, inUnion, fc.constant(other));
    return fc.tuple(one, one);
  });
  fc.assert(
    fc.property(related, ([before, after]) => {
      const { added, removed } = graphDifference(before.graph, after.graph);
      const made = `${before.made} -> ${after.made}`;
      expect(sorted(added.map(tripleKey)), made).toEqual(without(after.content, before.content));
      expect(sorted(removed.map(tripleKey)), made).toEqual(without(before.content, after.content));
    }),
    { numRuns },
  );
});

function visited(graph: Graph, subject: TermId): readonly Triple[] {
  const triples: Triple[] = [];
  graph.forEachOutgoing(subject, (predicate, object) => triples.push({ subject, predicate, object }));
  return triples;
}

function tripleOf(
  subjects: readonly TermId[],
  predicatesUsed: readonly TermId[],
  objects: readonly TermId[],
): fc.Arbitrary<Triple> {
  return fc.record({
    subject: fc.constantFrom(...subjects),
    predicate: fc.constantFrom(...predicatesUsed),
    object: fc.constantFrom(...objects),
  });
}

function unionOf(members: readonly Case[]): Case {
  return {
    graph: new UnionGraph(members.map(({ graph }) => graph)),
    made: `union(${members.map(({ made }) => made)})`,
    content: new Set(members.flatMap(({ content }) => [...content])),
  };
}

/** The objects as `has` tells them. */
function objectsOf(graph: Graph, subject: TermId, predicate: TermId): readonly TermId[] {
  return many.filter((object) => graph.has(subject, predicate, object));
}

function caseOf({ graph, stated }: Stated): Case {
  return { graph, made: 'stated', content: contentOf(stated) };
}

function flat(triples: readonly Triple[]): Int32Array {
  return Int32Array.from(triples.flatMap(({ subject, predicate, object }) => [subject, predicate, object]));
}

function contentOf(triples: readonly Triple[]): ReadonlySet<string> {
  return new Set(triples.map(tripleKey));
}

function contentSeen(graph: Graph): readonly string[] {
  return sorted([...graph.triples()].map(tripleKey));
}

function without(content: ReadonlySet<string>, other: ReadonlySet<string>): readonly string[] {
  return sorted([...content].filter((key) => !other.has(key)));
}

function tripleOfKey(key: string): Triple {
  const [subject, predicate, object] = key.split(' ').map(Number) as [TermId, TermId, TermId];
  return { subject, predicate, object };
}

function sorted(keys: Iterable<string>): readonly string[] {
  return [...keys].sort((a, b) => (a < b ? -1 : 1));
}
