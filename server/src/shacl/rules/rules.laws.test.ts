import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Graph, type GraphDelta, IndexedGraph } from '../../rdf/graph.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { UnionGraph } from '../../rdf/unionGraph.ts';
import { rdf, rdfs } from '../../rdf/vocab.ts';
import { runs } from '../../testing/runs.ts';
import { ClassHierarchy } from '../classHierarchy.ts';
import { entail } from '../entail.ts';
import type { Entailment } from '../entailment/entailment.ts';
import { createEvaluator } from '../evaluator.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import { readShapes } from '../shapesGraph/readShapes.ts';
import type { RuleRegime } from '../shapesGraph/regimes.ts';
import { loadQueryEngine } from '../sparql/queryEngine.ts';
import { exampleFunctions, exampleRules } from './exampleRules.testing.ts';
import { fire } from './fireRule.ts';
import { NewNodes } from './newNodes.ts';
import { rulesOf } from './readRules.ts';
import { lines, rulesGraph } from './rules.testing.ts';

const ex = (name: string) => terms.iri(`http://example.org/ns#${name}`);
const nodes = ['a', 'b', 'c', 'd', 'e'].map(ex);
const properties = ['p', 'q', 'r'].map(ex);
const classes = ['C', 'D'].map(ex);

const anyRules = fc
  .subarray([...exampleRules], { minLength: 1, maxLength: 5 })
  .chain((chosen) =>
    fc.tuple(
      ...chosen.map((rule) => fc.constantFrom('C', 'D').map((shape) => `ex:${shape}Shape sh:rule ${rule} .`)),
    ),
  )
  .map(
    (
      texts,
    ) => `ex:CShape a sh:NodeShape ; sh:targetClass ex:C . ex:DShape a sh:NodeShape ; sh:targetClass ex:D ; sh:targetSubjectsOf ex:r .
    ${exampleFunctions} ${texts.join('\n')}`,
  );

const anyTriple: fc.Arbitrary<Triple> = fc.oneof(
  { weight: 5, arbitrary: tripleOf(nodes, properties, nodes) },
  { weight: 3, arbitrary: tripleOf(nodes, [rdf.type], classes) },
  { weight: 1, arbitrary: tripleOf(properties, [ex('inverse')], properties) },
  { weight: 1, arbitrary: tripleOf(properties, [rdfs.subPropertyOf], properties) },
  { weight: 1, arbitrary: tripleOf(properties, [rdfs.domain, rdfs.range], classes) },
);
const anyData = fc.array(anyTriple, { maxLength: 14 });
const anyDelta = fc.record<GraphDelta>({
  added: fc.array(anyTriple, { maxLength: 2 }),
  removed: fc.array(anyTriple, { maxLength: 2 }),
});

function tripleOf(subjects: TermId[], predicates: TermId[], objects: TermId[]): fc.Arbitrary<Triple> {
  return fc.record({
    subject: fc.constantFrom(...subjects),
    predicate: fc.constantFrom(...predicates),
    object: fc.constantFrom(...objects),
  });
}

async function shapesOf(text: string): Promise<ShapesGraph> {
  const shapes = readShapes(rulesGraph(text));
  await loadQueryEngine();
  return shapes;
}

function entailment(asserted: Graph, shapes: ShapesGraph, regime: RuleRegime = 'rules'): Promise<Entailment> {
  return entail({ asserted, schema: nothing, shapes, classGraph: nothing }, regime);
}

const nothing = new IndexedGraph([]);

test('what is inferred is what all rules say for all focus nodes, until nothing is new', () =>
  fc.assert(
    fc.asyncProperty(anyRules, anyData, async (text, triples) => {
      const shapes = await shapesOf(text);
      const asserted = new IndexedGraph(triples);
      expect(lines((await entailment(asserted, shapes)).inferred)).toEqual(
        lines(inferredNaively(asserted, shapes)),
      );
    }),
    { numRuns: runs(300) },
  ));

test('after any changes, the entailment is that of the changed graph from scratch', () =>
  fc.assert(
    fc.asyncProperty(
      anyRules,
      anyData,
      fc.array(anyDelta, { maxLength: 5 }),
      fc.constantFrom<RuleRegime>('rules', 'rules', 'rules+rdfs'),
      async (text, triples, deltas, regime) => {
        const shapes = await shapesOf(text);
        let current = await entailment(new IndexedGraph(triples), shapes, regime);
        for (const delta of deltas) {
          const after = new OverlayGraph(current.asserted, delta);
          const changed = current.changed(after, delta, shapes, nothing);
          expect(lines(changed.inferred)).toEqual(lines((await entailment(after, shapes, regime)).inferred));
          expectDerivations(changed);
          current = changed;
        }
      },
    ),
    { numRuns: runs(300) },
  ));

test('each inferred triple has a derivation from what is stated', () =>
  fc.assert(
    fc.asyncProperty(anyRules, anyData, async (text, triples) => {
      const shapes = await shapesOf(text);
      expectDerivations(await entailment(new IndexedGraph(triples), shapes));
    }),
    { numRuns: runs(100) },
  ));

function expectDerivations(of: Entailment): void {
  for (const triple of of.inferred.triples()) {
    const steps = of.derivation(triple)!;
    expect(steps.at(-1)?.conclusion).toEqual(triple);
    const known = new Set([...of.asserted.triples()].map(tripleKey));
    for (const step of steps) {
      const premises = step.kind === 'rule' ? step.premises : [step.premise];
      for (const premise of premises) expect(known).toContain(tripleKey(premise));
      known.add(tripleKey(step.conclusion));
    }
  }
}

function inferredNaively(asserted: Graph, shapes: ShapesGraph): Graph {
  const { rules: all, problems } = rulesOf(shapes);
  expect(problems).toEqual([]);
  const classesOf = new ClassHierarchy(nothing);
  let inferred: Triple[] = [];
  for (let before = -1, iterations = 0; before < inferred.length && iterations < 200; iterations++) {
    before = inferred.length;
    for (const order of new Set(all.map((rule) => rule.order))) {
      const graph = new UnionGraph([asserted, new IndexedGraph(inferred)]);
      const evaluator = createEvaluator(shapes, graph, nothing);
      const state = { graph, shapes, evaluator, classes: classesOf };
      const found = new Map<string, Triple>();
      for (const rule of all.filter((each) => each.order === order)) {
        const focusNodes = rule.shapes
          .flatMap((id) => evaluator.targets(shapes.get(id)!))
          .filter((node) => rule.conditions.every((shape) => evaluator.conforms(node, shape)));
        fire(rule, state, [...new Set(focusNodes)], new NewNodes(), (_, subject, predicate, object) => {
          if (!graph.has(subject, predicate, object)) {
            found.set(tripleKey({ subject, predicate, object }), { subject, predicate, object });
          }
        });
      }
      inferred = [...inferred, ...found.values()];
    }
  }
  return new IndexedGraph(inferred);
}
