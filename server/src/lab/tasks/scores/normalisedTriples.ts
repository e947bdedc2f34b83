import { termToNTriples } from '../../../rdf/nTriples.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { type PrecisionRecall, precisionRecall } from './precisionRecall.ts';

/**
 * N-Triples lines without line ends, with every blank node as the same symbol. Triples that become equal count once.
 */
export type NormalisedTriples = ReadonlySet<string>;

/** @param print writes terms other than blank nodes. */
export function normalisedTriples(
  triples: Iterable<Triple>,
  print: (term: TermId) => string = termToNTriples,
): NormalisedTriples {
  const symbol = (term: TermId) => (terms.isBlank(term) ? '_:b' : print(term));
  const lines = new Set<string>();
  for (const { subject, predicate, object } of triples) {
    lines.add(`${symbol(subject)} ${symbol(predicate)} ${symbol(object)} .`);
  }
  return lines;
}

export interface Comparing {
  /** Counts an empty line as a triple of both graphs, as the published scores do. Only for comparison with them. */
  readonly compatEmptyLine?: boolean;
}

/** Compares triples with a reference that has at least one. */
export function compareNormalised(
  answer: NormalisedTriples,
  reference: NormalisedTriples,
  { compatEmptyLine = false }: Comparing = {},
): PrecisionRecall {
  const extra = compatEmptyLine ? 1 : 0;
  const hits = [...answer].filter((line) => reference.has(line)).length;
  return precisionRecall(hits + extra, answer.size + extra, reference.size + extra);
}
