import type { Constraint, ConstraintKind } from '../../../shacl/shapesGraph/shape.ts';
import { andCandidates } from '../and/conform.ts';
import { classCandidates } from '../class/conform.ts';
import { closedCandidates } from '../closed/conform.ts';
import { datatypeCandidates } from '../datatype/conform.ts';
import { disjointCandidates } from '../disjoint/conform.ts';
import { equalsCandidates } from '../equals/conform.ts';
import { hasValueCandidates } from '../hasValue/conform.ts';
import { inCandidates } from '../in/conform.ts';
import { languageInCandidates } from '../languageIn/conform.ts';
import { lessThanCandidates } from '../lessThan/conform.ts';
import { lessThanOrEqualsCandidates } from '../lessThanOrEquals/conform.ts';
import { maxCountCandidates } from '../maxCount/conform.ts';
import { maxExclusiveCandidates } from '../maxExclusive/conform.ts';
import { maxInclusiveCandidates } from '../maxInclusive/conform.ts';
import { maxLengthCandidates } from '../maxLength/conform.ts';
import { minCountCandidates } from '../minCount/conform.ts';
import { minExclusiveCandidates } from '../minExclusive/conform.ts';
import { minInclusiveCandidates } from '../minInclusive/conform.ts';
import { minLengthCandidates } from '../minLength/conform.ts';
import { nodeCandidates } from '../node/conform.ts';
import { nodeKindCandidates } from '../nodeKind/conform.ts';
import { notCandidates } from '../not/conform.ts';
import { orCandidates } from '../or/conform.ts';
import { patternCandidates } from '../pattern/conform.ts';
import { propertyCandidates } from '../property/conform.ts';
import { qualifiedMaxCountCandidates } from '../qualifiedMaxCount/conform.ts';
import { qualifiedMinCountCandidates } from '../qualifiedMinCount/conform.ts';
import { sparqlCandidates } from '../sparql/conform.ts';
import { uniqueLangCandidates } from '../uniqueLang/conform.ts';
import { xoneCandidates } from '../xone/conform.ts';
import type { Candidates } from './candidates.ts';

/** The repairs of a constraint's results. */
export function candidatesOf({ kind }: Pick<Constraint, 'kind'>): Candidates {
  return candidatesByKind[kind];
}

const candidatesByKind: { readonly [Kind in ConstraintKind]: Candidates<Kind> } = {
  class: classCandidates,
  datatype: datatypeCandidates,
  nodeKind: nodeKindCandidates,
  minCount: minCountCandidates,
  maxCount: maxCountCandidates,
  minExclusive: minExclusiveCandidates,
  minInclusive: minInclusiveCandidates,
  maxExclusive: maxExclusiveCandidates,
  maxInclusive: maxInclusiveCandidates,
  minLength: minLengthCandidates,
  maxLength: maxLengthCandidates,
  pattern: patternCandidates,
  languageIn: languageInCandidates,
  uniqueLang: uniqueLangCandidates,
  equals: equalsCandidates,
  disjoint: disjointCandidates,
  lessThan: lessThanCandidates,
  lessThanOrEquals: lessThanOrEqualsCandidates,
  not: notCandidates,
  and: andCandidates,
  or: orCandidates,
  xone: xoneCandidates,
  node: nodeCandidates,
  property: propertyCandidates,
  qualifiedMinCount: qualifiedMinCountCandidates,
  qualifiedMaxCount: qualifiedMaxCountCandidates,
  closed: closedCandidates,
  hasValue: hasValueCandidates,
  in: inCandidates,
  sparql: sparqlCandidates,
};
