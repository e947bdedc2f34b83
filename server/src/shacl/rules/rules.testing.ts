import type { Graph } from '../../rdf/graph.ts';
import type { Triple } from '../../rdf/terms.ts';
import { graphOf, print } from '../../testing/shaclCheck.ts';
import { entail } from '../entail.ts';
import type { Entailment } from '../entailment/entailment.ts';
import { readShapes } from '../shapesGraph/readShapes.ts';
import type { Inference } from '../shapesGraph/regimes.ts';
import type { Watch } from '../watch.ts';

const prefixes = `[] a sh:ShapesGraph ; sh:declare [ sh:prefix "ex" ; sh:namespace "http://example.org/ns#" ] ,
  [ sh:prefix "rdfs" ; sh:namespace "http://www.w3.org/2000/01/rdf-schema#" ] .\n`;

/** The shapes graph of a text, in whose queries `ex:` and `rdfs:` are declared. */
export function rulesGraph(text: string): Graph {
  return graphOf(prefixes + text, 'file:///workspace/rules.ttl');
}

/** What the rules of shapes infer from data. */
export async function entailmentBy(
  rules: string,
  data: string,
  regime: Inference = 'rules',
  watch: Watch = {},
): Promise<Entailment> {
  const shapes = readShapes(rulesGraph(rules));
  const asserted = graphOf(data);
  return (await entail({ asserted, schema: shapes.graph, shapes, classGraph: asserted, watch }, regime))!;
}

export function line({ subject, predicate, object }: Triple): string {
  return [subject, predicate, object].map(print).join(' ').replace('rdf:type', 'a');
}

/** The triples of a graph, one on each line, in alphabetical order. */
export function lines(graph: Graph): readonly string[] {
  return [...graph.triples()].map(line).toSorted((a, b) => (a < b ? -1 : Number(a > b)));
}
