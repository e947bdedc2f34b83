import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../testing/runs.ts';
import { flattenTriples, IndexedGraph } from './graph.ts';
import { OverlayGraph } from './overlayGraph.ts';
import { SortedGraph } from './sortedGraph.ts';
import { StatedGraph } from './statedGraph.ts';
import { compareTerms, TermRanks } from './termOrder.ts';
import { type TermId, type Triple, terms } from './terms.ts';
import { UnionGraph } from './unionGraph.ts';

const name = fc.string({ unit: fc.constantFrom(...'aBé1_/'), maxLength: 4 });
const iri = name.map((text) => terms.iri(`http://example.org/${text}`));
const literal = fc.oneof(
  name.map((text) => terms.literal(text)),
  fc.tuple(name, iri).map(([text, datatype]) => terms.literal(text, datatype)),
  fc.tuple(name, fc.constantFrom('en', 'de')).map(([text, language]) => terms.languageString(text, language)),
);
const part = fc.tuple(iri, iri, iri).map(([subject, predicate, object]) => ({ subject, predicate, object }));
const named = fc.oneof(
  iri,
  literal,
  part.map((triple) => terms.tripleTerm(triple)),
);

test('terms have one order', () => {
  fc.assert(
    fc.property(fc.array(named, { maxLength: 60 }), fc.array(named), (some, before) => {
      const sorted = [...new Set(some)].sort(compareTerms);
      expect([...new Set(some)].toReversed().sort(compareTerms)).toEqual(sorted);
      const ranks = new TermRanks();
      ranks.of(before);
      const rank = ranks.of(some);
      expect([...new Set(some)].sort((a, b) => rank(a) - rank(b))).toEqual(sorted);
    }),
  );
});

/* Graphs with blank nodes, whose labels and statements change places. */

const labels = [0, 1, 2];
const term = fc.oneof(
  { weight: 3, arbitrary: iri.map((id) => ({ id })) },
  { weight: 2, arbitrary: fc.constantFrom(...labels).map((label) => ({ label })) },
);
const predicate = fc.constantFrom('p', 'q').map((text) => terms.iri(`http://example.org/${text}`));
const loose = fc.record({
  subject: term,
  predicate,
  object: fc.oneof(
    term,
    literal.map((id) => ({ id })),
  ),
});

type Term = { readonly id: TermId } | { readonly label: number };

function graphOf(
  statements: readonly { subject: Term; predicate: TermId; object: Term }[],
  scope: string,
  order: readonly number[],
) {
  const node = (each: Term) => ('id' in each ? each.id : terms.blankNode(`${scope}${order[each.label]}`));
  const triples = statements.map(
    (each): Triple => ({ subject: node(each.subject), predicate: each.predicate, object: node(each.object) }),
  );
  return { graph: SortedGraph.of(new IndexedGraph(triples)), triples, node };
}

const anonymous = (ids: readonly TermId[]) => ids.map((id) => (terms.isBlank(id) ? 'blank' : id));

test('look-ups have the same content, in the same order wherever statements stand', () => {
  fc.assert(
    fc.property(
      fc
        .array(loose, { maxLength: 80 })
        .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
      fc.shuffledSubarray([...labels], { minLength: labels.length }),
      ([statements, reordered], order) => {
        const one = graphOf(statements, 'one', labels);
        const other = graphOf(reordered, 'other', order);
        for (const { subject, predicate: by, object } of statements) {
          const lists = [one, other].map(({ graph, node }) => [
            graph.objects(node(subject), by),
            graph.subjects(by, node(object)),
            graph.outgoing(node(subject)).flatMap(Object.values),
            graph.incoming(node(object)).flatMap(Object.values),
            graph.withPredicate(by).flatMap(Object.values),
          ]);
          expect(lists[1]!.map(anonymous)).toEqual(lists[0]!.map(anonymous));
          expect(new Set(lists[0]![0])).toEqual(new Set(one.graph.base.objects(one.node(subject), by)));
          expect(lists[0]![4]).toHaveLength(3 * one.graph.base.withPredicate(by).length);
        }
      },
    ),
  );
});

test('a sample has the same triples wherever statements stand, and not more than asked for', () => {
  fc.assert(
    fc.property(
      fc
        .uniqueArray(part, { maxLength: 60, selector: ({ subject, object }) => `${subject} ${object}` })
        .map((all) => all.map((triple) => ({ ...triple, predicate: sampled })))
        .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
      fc.integer({ min: 1, max: 20 }),
      ([triples, reordered], max) => {
        const sample = SortedGraph.of(new IndexedGraph(triples)).sample(sampled, max);
        expect(sample).toHaveLength(Math.min(max, triples.length));
        expect(triples).toEqual(expect.arrayContaining([...sample]));
        expect(SortedGraph.of(new IndexedGraph(reordered)).sample(sampled, max)).toEqual(sample);
      },
    ),
  );
});

const sampled = terms.iri('http://example.org/sampled');

test('blank nodes come in the order of what is said of them', () => {
  const [p, q, ex] = ['p', 'q', 'a'].map((text) => terms.iri(`http://example.org/${text}`)) as [
    TermId,
    TermId,
    TermId,
  ];
  const nodes = Array.from({ length: 40 }, (_, i) => terms.blankNode(`said${i}`));
  const said = nodes.flatMap((node, i) => [
    { subject: ex, predicate: p, object: node },
    { subject: node, predicate: q, object: terms.literal(String(i)) },
  ]);
  const values = (triples: readonly Triple[]) => SortedGraph.of(new IndexedGraph(triples)).objects(ex, p);
  expect(values(said.toReversed())).toEqual(values(said));
});

const used = terms.iri('http://example.org/used');
const numbered = (i: number): Triple => ({
  subject: i % 7 === 0 ? terms.blankNode(`sampled${i}`) : terms.iri(`http://example.org/${i}`),
  predicate: i % 10 === 0 ? terms.iri('http://example.org/other') : used,
  object: terms.literal(`${i % 3}`),
});
const flat = (numbers: readonly number[]) => flattenTriples(numbers.map(numbered));

test('samples and counts of edited versions and of unions are those of the same triples by themselves', () => {
  const number = fc.nat({ max: 1500 });
  const change = fc.record({
    removed: fc.tuple(number, fc.constantFrom(1, 30, 600)),
    added: fc.array(number),
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 900 }),
      fc.array(change, { maxLength: 5 }),
      fc.uniqueArray(number, { maxLength: 400 }),
      fc.array(number.map(numbered), { maxLength: 20 }),
      (many, changes, others, laidOver) => {
        let held = new Set(Array.from({ length: many }, (_, i) => i));
        let version = StatedGraph.of(flat([...held]));
        const beside = StatedGraph.of(flat(others));
        for (const { removed, added } of changes) {
          const gone = Array.from({ length: removed[1] }, (_, i) => removed[0] + i).filter((i) =>
            held.has(i),
          );
          const fresh = [...new Set(added)].filter((i) => !held.has(i));
          version = version.changed(flat(gone), flat(fresh));
          held = new Set([...held].filter((i) => !gone.includes(i)).concat(fresh));
          const union = new UnionGraph([version, beside]);
          for (const graph of [version, union, new OverlayGraph(union, { added: laidOver, removed: [] })]) {
            const alone = SortedGraph.of(new IndexedGraph([...graph.triples()]));
            for (const max of [5, 40]) {
              const sample = SortedGraph.of(graph).sample(used, max);
              expect(anonymous(sample.map(({ subject }) => subject))).toEqual(
                anonymous(alone.sample(used, max).map(({ subject }) => subject)),
              );
            }
            expect(SortedGraph.of(graph).count(used)).toBe(alone.count(used));
          }
        }
      },
    ),
    { numRuns: runs(400) },
  );
});
