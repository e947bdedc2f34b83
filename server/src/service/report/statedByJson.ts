import { tripleToNTriples } from '../../rdf/nTriples.ts';
import type { StoreEvidence } from '../ide/diagnostics/storeEvidence.ts';

/** Triples that only a store states. */
export interface JsonStatedBy {
  /** The address of the store, with the graphs that were asked. */
  readonly store: string;
  /** N-Triples. At least one. */
  readonly triples: readonly string[];
}

/** What only stores state, by store. */
export function statedByJson(evidence: readonly StoreEvidence[]): readonly JsonStatedBy[] {
  return evidence.map(({ store, triples }) => ({ store, triples: triples.map(tripleToNTriples) }));
}
