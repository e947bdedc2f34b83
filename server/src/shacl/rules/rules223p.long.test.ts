import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Graph } from '../../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { UnionGraph } from '../../rdf/unionGraph.ts';
import { describeShared } from '../../testing/shared.ts';
import { entail } from '../entail.ts';
import { readShapes } from '../shapesGraph/readShapes.ts';

/**
 * Predicates and objects of triples that the compiled models have and nothing infers: they were compiled from earlier
 * models, which named the aspects of commands by terms that 223p.ttl no longer has. Today's have Binary-Position
 * and Binary-OnOff instead, for example.
 */
const ofEarlierModels = [
  'hasAspect EnumerationKind-Position',
  'hasAspect EnumerationKind-Speed',
  'hasEnumerationKind EnumerationKind-OnOff',
];

/** Types that rules of 223p.ttl infer from these new aspects, which the compiled models can't have. */
const ofLaterModels = ['type ChilledWaterValve', 'type HotWaterValve', 'type Fan'];

/** How many triples of each kind there are. */
const models: Readonly<
  Record<string, readonly [inferred: number, ofEarlierModels: number, ofLaterModels: number]>
> = {
  'design-patterns': [190, 0, 0],
  'guideline36-2021-A-1': [44, 1, 0],
  'guideline36-2021-A-2': [98, 2, 1],
  'guideline36-2021-A-9': [608, 16, 6],
  'lbnl-example-radiant': [1020, 0, 0],
  'pnnl-bdg1-2': [332, 0, 0],
  'lbnl-bdg3-1': [1164, 0, 0],
};

function load(path: string): Graph {
  return new TurtleDocument(`file://${path}`, 1, readFileSync(path, 'utf8')).graph;
}

describeShared('models of 223P have what the rules of 223P infer', '223p', (folder) => {
  const ontology = load(`${folder}/223p.ttl`);
  const units = load(`${folder}/../qudt-v2.1.43-merged/qudt-all-81303.ttl`);
  const shapes = readShapes(ontology);

  test.each(Object.entries(models))('%s', async (model, [inferred, unexplained, more]) => {
    const data = load(`${folder}/models/${model}.ttl`);
    const compiled = load(`${folder}/compiled/${model}.ttl`);
    const asserted = new UnionGraph([data, ontology, units]);
    const entailment = await entail({ asserted, schema: ontology, shapes, classGraph: asserted }, 'rules');
    expect(entailment.gaps).toEqual([]);
    expect(entailment.inferred.size).toBe(inferred);

    const missing = [...compiled.triples()].filter((triple) => !isIn(entailment.graph, triple));
    expect(missing.map(kind).filter((each) => !ofEarlierModels.includes(each))).toEqual([]);
    expect(missing).toHaveLength(unexplained);

    const extra = [...entailment.inferred.triples()].filter(
      (triple) => data.outgoing(triple.subject).length > 0 && !isIn(compiled, triple),
    );
    expect(extra.map(kind).filter((each) => !ofLaterModels.includes(each))).toEqual([]);
    expect(extra).toHaveLength(more);
  });
});

/** True when the graph has the triple; literals are the same when they have the same text. */
function isIn(graph: Graph, { subject, predicate, object }: Triple): boolean {
  if (graph.has(subject, predicate, object)) return true;
  return (
    terms.isLiteral(object) &&
    graph.objects(subject, predicate).some((other) => terms.value(other) === terms.value(object))
  );
}

function kind({ predicate, object }: Triple): string {
  return `${localName(predicate)} ${localName(object)}`;
}

function localName(term: TermId): string {
  return terms.value(term).replace(/^.*[#/]/, '');
}
