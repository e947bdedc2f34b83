import { hasTriple } from '../../../rdf/graph.ts';
import type { Triple } from '../../../rdf/terms.ts';
import { statedPremises } from '../../../shacl/entailment/entailment.ts';
import type { Draft } from '../../drafts/draft.ts';

/** The triple where a data file states it, or else the statements of data files that it follows from. */
export function statedBehind({ input }: Draft, triple: Triple): readonly Triple[] {
  const isStated = (each: Triple) => hasTriple(input.reportedGraph, each);
  if (isStated(triple)) return [triple];
  return statedPremises(input.entailment?.derivation(triple) ?? []).filter(isStated);
}
