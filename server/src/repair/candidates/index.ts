import type { TermId } from '../../rdf/terms.ts';
import { andCandidates } from './and.ts';
import type { Candidates } from './candidate.ts';
import { classCandidates } from './class.ts';
import { closedCandidates } from './closed.ts';
import { datatypeCandidates } from './datatype.ts';
import { disjointCandidates } from './disjoint.ts';
import { equalsCandidates } from './equals.ts';
import { hasValueCandidates } from './hasValue.ts';
import { inCandidates } from './in.ts';
import { languageInCandidates } from './languageIn.ts';
import { lessThanCandidates } from './lessThan.ts';
import { lessThanOrEqualsCandidates } from './lessThanOrEquals.ts';
import { maxCountCandidates } from './maxCount.ts';
import { maxExclusiveCandidates } from './maxExclusive.ts';
import { maxInclusiveCandidates } from './maxInclusive.ts';
import { maxLengthCandidates } from './maxLength.ts';
import { minCountCandidates } from './minCount.ts';
import { minExclusiveCandidates } from './minExclusive.ts';
import { minInclusiveCandidates } from './minInclusive.ts';
import { minLengthCandidates } from './minLength.ts';
import { nodeCandidates } from './node.ts';
import { nodeKindCandidates } from './nodeKind.ts';
import { notCandidates } from './not.ts';
import { orCandidates } from './or.ts';
import { patternCandidates } from './pattern.ts';
import { propertyCandidates } from './property.ts';
import { qualifiedMaxCountCandidates } from './qualifiedMaxCount.ts';
import { qualifiedMinCountCandidates } from './qualifiedMinCount.ts';
import { uniqueLangCandidates } from './uniqueLang.ts';
import { xoneCandidates } from './xone.ts';

/** The components whose results can be repaired. */
export const allCandidates: readonly Candidates[] = [
  classCandidates,
  datatypeCandidates,
  nodeKindCandidates,
  minCountCandidates,
  maxCountCandidates,
  andCandidates,
  nodeCandidates,
  qualifiedMinCountCandidates,
  inCandidates,
  closedCandidates,
  disjointCandidates,
  equalsCandidates,
  lessThanCandidates,
  lessThanOrEqualsCandidates,
  notCandidates,
  orCandidates,
  propertyCandidates,
  qualifiedMaxCountCandidates,
  xoneCandidates,
  minExclusiveCandidates,
  minInclusiveCandidates,
  maxExclusiveCandidates,
  maxInclusiveCandidates,
  minLengthCandidates,
  maxLengthCandidates,
  patternCandidates,
  languageInCandidates,
  uniqueLangCandidates,
  hasValueCandidates,
];

/** The table by component IRI. */
export const candidatesByComponent: ReadonlyMap<TermId, Candidates> = new Map(
  allCandidates.map((candidates) => [candidates.component, candidates]),
);
