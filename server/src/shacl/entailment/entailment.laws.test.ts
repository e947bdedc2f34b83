import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Graph, type GraphDelta, IndexedGraph } from '../../rdf/graph.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { UnionGraph } from '../../rdf/unionGraph.ts';
import { owl, rdf, rdfs } from '../../rdf/vocab.ts';
import { runs } from '../../testing/runs.ts';
import { print } from '../../testing/shaclCheck.ts';
import type { InferenceRegime } from '../shapesGraph/regimes.ts';
import { SchemaEntailment } from './schemaEntailment.ts';

const ex = (name: string) => terms.iri(`http://example.org/ns#${name}`);
const classes = ['C', 'D', 'E'].map(ex);
const properties = ['p', 'q', 'r'].map(ex);
const nodes = [...['a', 'b', 'c'].map(ex), terms.blankNode('entailment laws')];
const literals = [terms.literal('x'), terms.literal('y')];
const hierarchies = [rdfs.subClassOf, rdfs.subPropertyOf, rdfs.domain, rdfs.range];

const dataTriple = fc.oneof(
  { weight: 4, arbitrary: tripleOf(nodes, properties, [...nodes, ...literals]) },
  { weight: 2, arbitrary: tripleOf(nodes, [rdf.type], classes) },
);
const schemaTriple = fc.oneof(
  { weight: 3, arbitrary: tripleOf(classes, [rdfs.subClassOf], classes) },
  { weight: 2, arbitrary: tripleOf(properties, [rdfs.subPropertyOf, owl.inverseOf], properties) },
  { weight: 2, arbitrary: tripleOf(properties, [rdfs.domain, rdfs.range], classes) },
  { weight: 1, arbitrary: tripleOf(properties, [rdf.type], [owl.SymmetricProperty]) },
);
/** Schemas about schemas, which lead to schema triples that are inferred. */
const metaTriple = fc.oneof(
  tripleOf(
    [...properties, ...hierarchies, rdf.type],
    [rdfs.subPropertyOf, owl.inverseOf],
    [...properties, ...hierarchies, rdf.type],
  ),
  tripleOf(classes, [rdfs.subClassOf], [owl.SymmetricProperty]),
  tripleOf([...properties, ...classes], properties, [...properties, ...classes]),
  tripleOf(properties, [rdf.type], classes),
);
const anyTriple = fc.oneof(
  { weight: 6, arbitrary: dataTriple },
  { weight: 3, arbitrary: schemaTriple },
  { weight: 1, arbitrary: metaTriple },
);

const anyRegime = fc.constantFrom<InferenceRegime>('rdfs', 'rdfs+inverse');
const anyGraph = fc.array(anyTriple, { maxLength: 14 });
const anySchema = fc.array(schemaTriple, { maxLength: 4 });

function tripleOf(subjects: TermId[], predicates: TermId[], objects: TermId[]): fc.Arbitrary<Triple> {
  return fc.record({
    subject: fc.constantFrom(...subjects),
    predicate: fc.constantFrom(...predicates),
    object: fc.constantFrom(...objects),
  });
}

test('what is inferred is what the rules say, applied until nothing is new', () =>
  fc.assert(
    fc.property(anyGraph, anySchema, anyRegime, (triples, schema, regime) => {
      const entailment = SchemaEntailment.of(new IndexedGraph(triples), new IndexedGraph(schema), regime);
      expect(lines(entailment.graph)).toEqual(lines(closedBySearch(triples, schema, regime)));
      for (const { subject, predicate, object } of entailment.inferred.triples()) {
        expect(entailment.asserted.has(subject, predicate, object)).toBe(false);
      }
    }),
    { numRuns: runs(300) },
  ));

const anyDelta = fc.record<GraphDelta>({
  added: fc.array(fc.oneof({ weight: 9, arbitrary: dataTriple }, { weight: 1, arbitrary: anyTriple }), {
    maxLength: 3,
  }),
  removed: fc.array(fc.oneof(dataTriple, anyTriple), { maxLength: 3 }),
});

test('after any changes, the entailment is that of the changed graph from scratch', () =>
  fc.assert(
    fc.property(
      anyGraph,
      anySchema,
      anyRegime,
      fc.array(anyDelta, { maxLength: 6 }),
      fc.constantFrom(1000, 12),
      (triples, schemaTriples, regime, deltas, limit) => {
        const schema = new IndexedGraph(schemaTriples);
        let entailment = SchemaEntailment.of(new IndexedGraph(triples), schema, regime, limit);
        for (const delta of deltas) {
          const after = new OverlayGraph(entailment.asserted, delta);
          const changed = entailment.changed(after, delta);
          const fresh = SchemaEntailment.of(after, schema, regime, limit);
          expect(lines(changed.inferred)).toEqual(lines(fresh.inferred));
          expect(changed.isTooLarge).toBe(fresh.isTooLarge);
          entailment = changed;
        }
      },
    ),
    { numRuns: runs(300) },
  ));

test('each inferred triple has a derivation, each of whose steps follows by its rule', () =>
  fc.assert(
    fc.property(anyGraph, anySchema, anyRegime, (triples, schemaTriples, regime) => {
      const schema = new IndexedGraph(schemaTriples);
      const entailment = SchemaEntailment.of(new IndexedGraph(triples), schema, regime);
      const known = new UnionGraph([entailment.graph, schema]);
      const has = (graph: Graph, { subject, predicate, object }: Triple) =>
        graph.has(subject, predicate, object);
      for (const triple of entailment.inferred.triples()) {
        const steps = entailment.derivation(triple)!;
        expect(steps.at(-1)?.conclusion).toEqual(triple);
        expect(has(entailment.asserted, steps[0]!.premise)).toBe(true);
        for (const [i, { premise, schema: by, conclusion }] of steps.entries()) {
          if (i > 0) expect(premise).toEqual(steps[i - 1]!.conclusion);
          expect(has(known, by)).toBe(true);
          const conclusions = [
            ...conclusionsOf(premise, by, regime),
            ...hierarchyStep(premise, by),
            ...hierarchyStep(by, premise),
          ];
          expect(conclusions).toContainEqual(conclusion);
        }
      }
    }),
    { numRuns: runs(300) },
  ));

function lines(graph: Graph): readonly string[] {
  const all = [...graph.triples()].map((triple) =>
    [triple.subject, triple.predicate, triple.object].map(print).join(' '),
  );
  return all.toSorted(inOrder);
}

/** The closure by trying all pairs of triples again and again: slow, and plain to see. */
function closedBySearch(
  asserted: readonly Triple[],
  schema: readonly Triple[],
  regime: InferenceRegime,
): Graph {
  let closed: Graph = new IndexedGraph(asserted);
  for (let size = -1; size < closed.size; ) {
    size = closed.size;
    const held = [...closed.triples()];
    const found: Triple[] = [];
    for (const triple of held) {
      for (const by of [...held, ...schema]) {
        found.push(
          ...conclusionsOf(triple, by, regime),
          ...hierarchyStep(triple, by),
          ...hierarchyStep(by, triple),
        );
      }
    }
    closed = new IndexedGraph([...held, ...found]);
  }
  return closed;
}

/** What follows from a triple by a schema triple, but for rdfs5 and rdfs11. */
function conclusionsOf(
  { subject, predicate, object }: Triple,
  by: Triple,
  regime: InferenceRegime,
): readonly Triple[] {
  const found: Triple[] = [];
  const concerns = by.subject === predicate;
  const typed = (node: TermId) => ({ subject: node, predicate: rdf.type, object: by.object });
  if (by.predicate === rdfs.domain && concerns) found.push(typed(subject));
  if (by.predicate === rdfs.range && concerns) found.push(typed(object));
  if (by.predicate === rdfs.subPropertyOf && concerns) found.push({ subject, predicate: by.object, object });
  if (by.predicate === rdfs.subClassOf && predicate === rdf.type && by.subject === object) {
    found.push(typed(subject));
  }
  if (regime === 'rdfs+inverse') {
    const swapped = (property: TermId) => ({ subject: object, predicate: property, object: subject });
    if (by.predicate === owl.inverseOf && concerns) found.push(swapped(by.object));
    if (by.predicate === owl.inverseOf && by.object === predicate) found.push(swapped(by.subject));
    if (by.predicate === rdf.type && by.object === owl.SymmetricProperty && concerns) {
      found.push(swapped(predicate));
    }
  }
  return found.filter((triple) => !terms.isLiteral(triple.subject) && terms.isIri(triple.predicate));
}

/** What follows when one step of a hierarchy leads to where the other begins. */
function hierarchyStep({ subject, predicate, object }: Triple, higher: Triple): readonly Triple[] {
  const isHierarchy = predicate === rdfs.subClassOf || predicate === rdfs.subPropertyOf;
  if (!isHierarchy || predicate !== higher.predicate || object !== higher.subject) return [];
  return [{ subject, predicate, object: higher.object }];
}

function inOrder(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
