import { type Graph, hasTriple } from '../../rdf/graph.ts';
import { OrderedTripleSet } from '../../rdf/orderedTripleSet.ts';
import type { Triple } from '../../rdf/terms.ts';
import type { EntailmentRules } from './rules.ts';
import { type SchemaStep, stepsTo } from './steps.ts';

/** What a derivation may be based on. */
export interface DerivationGrounds {
  /** Contains the triples that the derivation may start from. */
  readonly origin: Pick<Graph, 'has'>;
  /** All triples that hold, inferred ones included. */
  readonly graph: Graph;
  /** True for schema triples that are written in a file. */
  readonly isStated: (schema: Triple) => boolean;
  readonly rules: EntailmentRules;
}

/**
 * A shortest derivation of a triple from a triple of the origin, in order: the first premise is in the origin, and each
 * further premise is the conclusion before it. Stated schema triples are preferred over inferred ones.
 *
 * @returns undefined when the triple does not follow from the origin, or is in the origin itself.
 */
export function deriveFrom(
  conclusion: Triple,
  grounds: DerivationGrounds,
): readonly SchemaStep[] | undefined {
  const { graph, isStated } = grounds;
  return (
    search(conclusion, grounds, ({ schema }) => isStated(schema)) ??
    search(conclusion, grounds, ({ schema }) => isStated(schema) || hasTriple(graph, schema))
  );
}

/** Searches breadth first, backwards from the conclusion. */
function search(
  conclusion: Triple,
  { origin, graph, rules }: DerivationGrounds,
  isUsable: (step: SchemaStep) => boolean,
): readonly SchemaStep[] | undefined {
  if (hasTriple(origin, conclusion)) return undefined;
  const seen = new OrderedTripleSet();
  seen.add(conclusion.subject, conclusion.predicate, conclusion.object);
  const queue: { readonly triple: Triple; readonly steps: readonly SchemaStep[] }[] = [
    { triple: conclusion, steps: [] },
  ];
  for (const { triple, steps } of queue) {
    for (const step of stepsTo(triple, graph, rules)) {
      const { premise } = step;
      if (seen.has(premise.subject, premise.predicate, premise.object)) continue;
      if (!hasTriple(graph, premise) || !isUsable(step)) continue;
      seen.add(premise.subject, premise.predicate, premise.object);
      const longer = [step, ...steps];
      if (hasTriple(origin, premise)) return longer;
      queue.push({ triple: premise, steps: longer });
    }
  }
  return undefined;
}
