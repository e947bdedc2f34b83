import type { TermId } from '../../rdf/terms.ts';
import { andCandidates } from './and.ts';
import type { Candidates } from './candidate.ts';
import { classCandidates } from './class.ts';
import { datatypeCandidates } from './datatype.ts';
import { inCandidates } from './in.ts';
import { maxCountCandidates } from './maxCount.ts';
import { minCountCandidates } from './minCount.ts';
import { nodeCandidates } from './node.ts';
import { qualifiedMinCountCandidates } from './qualifiedMinCount.ts';

/** The components whose results can be repaired. */
export const allCandidates: readonly Candidates[] = [
  classCandidates,
  datatypeCandidates,
  minCountCandidates,
  maxCountCandidates,
  andCandidates,
  nodeCandidates,
  qualifiedMinCountCandidates,
  inCandidates,
];

/** The table by component IRI. */
export const candidatesByComponent: ReadonlyMap<TermId, Candidates> = new Map(
  allCandidates.map((candidates) => [candidates.component, candidates]),
);
