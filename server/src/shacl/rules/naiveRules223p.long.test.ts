import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Graph, hasTriple, IndexedGraph } from '../../rdf/graph.ts';
import { termToNTriples, tripleToNTriples } from '../../rdf/nTriples.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { UnionGraph } from '../../rdf/unionGraph.ts';
import { describeShared } from '../../testing/shared.ts';
import { entail } from '../entail.ts';
import { createEvaluator, type Evaluator } from '../evaluator.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import { readShapes } from '../shapesGraph/readShapes.ts';
import { ComunicaGraph } from './comunica.testing.ts';
import { rulesOf } from './readRules.ts';
import type { Rule } from './rule.ts';

/** The larger ones take Comunica minutes: `TEST_ALL_MODELS=1 npm run test:long -- naiveRules223p` compares these too. */
const models = [
  'design-patterns',
  'guideline36-2021-A-1',
  'guideline36-2021-A-2',
  ...(process.env.TEST_ALL_MODELS
    ? ['pnnl-bdg1-2', 'guideline36-2021-A-9', 'lbnl-example-radiant', 'lbnl-bdg3-1']
    : []),
];

const patience = process.env.TEST_ALL_MODELS ? 3_600_000 : 120_000;

describeShared('the rules of 223P infer what Comunica finds, until nothing is new', '223p', (folder) => {
  const load = (path: string) =>
    new TurtleDocument(`file://${path}`, 1, readFileSync(`${folder}/${path}`, 'utf8')).graph;
  const ontology = load('223p.ttl');
  const units = load('../qudt-v2.1.43-merged/qudt-all-81303.ttl');
  const shapes = readShapes(ontology);

  test.each(models)(
    '%s',
    async (model) => {
      const stated = [load(`models/${model}.ttl`), ontology, units].flatMap((graph) => [...graph.triples()]);
      const asserted = new IndexedGraph(stated.map(withIris));
      const { inferred, gaps } = await entail(
        { asserted, schema: ontology, shapes, classGraph: asserted },
        'rules',
      );
      expect(gaps).toEqual([]);
      const naive = await inferredNaively(asserted, shapes);
      expect(lines(inferred)).toEqual(lines(naive));
    },
    patience,
  );
});

/** Queries can't name blank nodes, so these are IRIs here. */
function withIris({ subject, predicate, object }: Triple): Triple {
  const named = (term: TermId) =>
    terms.isBlank(term) ? terms.iri(`urn:x-blank:${encodeURIComponent(terms.value(term))}`) : term;
  return { subject: named(subject), predicate, object: named(object) };
}

/** Fires all rules for all focus nodes, in their order, until none says anything new. */
async function inferredNaively(asserted: Graph, shapes: ShapesGraph): Promise<Graph> {
  const { rules } = rulesOf(shapes);
  const store = new ComunicaGraph();
  store.add(asserted.triples());
  const inferred = new Map<string, Triple>();
  for (let before = -1; before < inferred.size; ) {
    before = inferred.size;
    for (const order of new Set(rules.map((rule) => rule.order))) {
      const graph = new UnionGraph([asserted, new IndexedGraph(inferred.values())]);
      const evaluator = createEvaluator(shapes, graph, asserted);
      const found: Triple[] = [];
      for (const rule of rules.filter((each) => each.order === order)) {
        const said = await conclusions(rule, focusNodesOf(rule, shapes, evaluator), store);
        found.push(...said.filter((triple) => !hasTriple(graph, triple)));
      }
      store.add(found);
      for (const triple of found) inferred.set(tripleToNTriples(triple), triple);
    }
  }
  return new IndexedGraph(inferred.values());
}

function focusNodesOf(rule: Rule, shapes: ShapesGraph, evaluator: Evaluator): readonly TermId[] {
  const targets = new Set(rule.shapes.flatMap((id) => evaluator.targets(shapes.get(id)!)));
  return [...targets].filter((node) => rule.conditions.every((shape) => evaluator.conforms(node, shape)));
}

async function conclusions(
  rule: Rule,
  focusNodes: readonly TermId[],
  store: ComunicaGraph,
): Promise<readonly Triple[]> {
  if (focusNodes.length === 0) return [];
  if (rule.kind === 'triple') {
    return focusNodes.map((focus) => {
      const [subject, predicate, object] = [rule.subject, rule.predicate, rule.object].map((part) => {
        if (part.kind === 'this') return focus;
        if (part.kind === 'constant') return part.term;
        throw new Error('The triple rules of 223P have no other expressions.');
      });
      return { subject: subject!, predicate: predicate!, object: object! };
    });
  }
  const prefixes = [...rule.prefixes].map(([name, iri]) => `PREFIX ${name}: <${iri}>\n`).join('');
  // What SHACL calls pre-binding, for all focus nodes at once: each group that asks about them begins with their list.
  const given = `VALUES ?this { ${focusNodes.map(termToNTriples).join(' ')} }`;
  return store.construct(prefixes + rule.text.replaceAll(/WHERE\s*\{/g, `$& ${given}`));
}

function lines(graph: Graph): readonly string[] {
  return [...graph.triples()].map(tripleToNTriples).toSorted((a, b) => (a < b ? -1 : 1));
}
