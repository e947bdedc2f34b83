import { type Graph, hasTriple } from '../../rdf/graph.ts';
import { OrderedTripleSet } from '../../rdf/orderedTripleSet.ts';
import type { Triple } from '../../rdf/terms.ts';
import type { EntailmentRules } from './rules.ts';
import { type EntailmentStep, stepsTo } from './steps.ts';

/** What a derivation may rest on. */
export interface DerivationGrounds {
  /** Where it starts. */
  readonly origin: Pick<Graph, 'has'>;
  /** All that holds, inferred triples included. */
  readonly graph: Graph;
  /** True for schema triples that somebody wrote. */
  readonly isStated: (schema: Triple) => boolean;
  readonly rules: EntailmentRules;
}

/**
 * A shortest way from a triple of the origin to one that follows from it, in order: the first premise is in the
 * origin, each further one is the conclusion before it. Prefers schema triples that are stated over inferred ones.
 * Undefined when the triple does not follow, or is in the origin itself.
 */
export function deriveFrom(
  conclusion: Triple,
  grounds: DerivationGrounds,
): readonly EntailmentStep[] | undefined {
  const { graph, isStated } = grounds;
  return (
    search(conclusion, grounds, ({ schema }) => isStated(schema)) ??
    search(conclusion, grounds, ({ schema }) => isStated(schema) || hasTriple(graph, schema))
  );
}

/** Breadth first, from the conclusion backwards. */
function search(
  conclusion: Triple,
  { origin, graph, rules }: DerivationGrounds,
  isUsable: (step: EntailmentStep) => boolean,
): readonly EntailmentStep[] | undefined {
  if (hasTriple(origin, conclusion)) return undefined;
  const seen = new OrderedTripleSet();
  seen.add(conclusion.subject, conclusion.predicate, conclusion.object);
  const queue: { readonly triple: Triple; readonly steps: readonly EntailmentStep[] }[] = [
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
