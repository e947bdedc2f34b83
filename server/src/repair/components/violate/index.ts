import type { TermId } from '../../../rdf/terms.ts';
import { andViolationEdits } from '../and/violate.ts';
import { classViolationEdits } from '../class/violate.ts';
import { closedViolationEdits } from '../closed/violate.ts';
import { datatypeViolationEdits } from '../datatype/violate.ts';
import { disjointViolationEdits } from '../disjoint/violate.ts';
import { equalsViolationEdits } from '../equals/violate.ts';
import { hasValueViolationEdits } from '../hasValue/violate.ts';
import { inViolationEdits } from '../in/violate.ts';
import { languageInViolationEdits } from '../languageIn/violate.ts';
import { lessThanViolationEdits } from '../lessThan/violate.ts';
import { lessThanOrEqualsViolationEdits } from '../lessThanOrEquals/violate.ts';
import { maxCountViolationEdits } from '../maxCount/violate.ts';
import { maxExclusiveViolationEdits } from '../maxExclusive/violate.ts';
import { maxInclusiveViolationEdits } from '../maxInclusive/violate.ts';
import { maxLengthViolationEdits } from '../maxLength/violate.ts';
import { minCountViolationEdits } from '../minCount/violate.ts';
import { minExclusiveViolationEdits } from '../minExclusive/violate.ts';
import { minInclusiveViolationEdits } from '../minInclusive/violate.ts';
import { minLengthViolationEdits } from '../minLength/violate.ts';
import { nodeViolationEdits } from '../node/violate.ts';
import { nodeKindViolationEdits } from '../nodeKind/violate.ts';
import { notViolationEdits } from '../not/violate.ts';
import { orViolationEdits } from '../or/violate.ts';
import { patternViolationEdits } from '../pattern/violate.ts';
import { propertyViolationEdits } from '../property/violate.ts';
import { qualifiedMaxCountViolationEdits } from '../qualifiedMaxCount/violate.ts';
import { qualifiedMinCountViolationEdits } from '../qualifiedMinCount/violate.ts';
import { uniqueLangViolationEdits } from '../uniqueLang/violate.ts';
import { xoneViolationEdits } from '../xone/violate.ts';
import type { ViolationEdits } from './violationEdits.ts';

/** How each constraint component of SHACL Core is violated. */
export const allBreaks: readonly ViolationEdits[] = [
  classViolationEdits,
  datatypeViolationEdits,
  nodeKindViolationEdits,
  minCountViolationEdits,
  maxCountViolationEdits,
  minExclusiveViolationEdits,
  minInclusiveViolationEdits,
  maxExclusiveViolationEdits,
  maxInclusiveViolationEdits,
  minLengthViolationEdits,
  maxLengthViolationEdits,
  patternViolationEdits,
  languageInViolationEdits,
  uniqueLangViolationEdits,
  equalsViolationEdits,
  disjointViolationEdits,
  lessThanViolationEdits,
  lessThanOrEqualsViolationEdits,
  notViolationEdits,
  andViolationEdits,
  orViolationEdits,
  xoneViolationEdits,
  nodeViolationEdits,
  propertyViolationEdits,
  qualifiedMinCountViolationEdits,
  qualifiedMaxCountViolationEdits,
  closedViolationEdits,
  hasValueViolationEdits,
  inViolationEdits,
];

/** The table by component IRI. */
export const breakByComponent: ReadonlyMap<TermId, ViolationEdits> = new Map(
  allBreaks.map((each) => [each.component, each]),
);
