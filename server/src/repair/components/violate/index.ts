import type { TermId } from '../../../rdf/terms.ts';
import { andBreak } from '../and/violate.ts';
import { classBreak } from '../class/violate.ts';
import { closedBreak } from '../closed/violate.ts';
import { datatypeBreak } from '../datatype/violate.ts';
import { disjointBreak } from '../disjoint/violate.ts';
import { equalsBreak } from '../equals/violate.ts';
import { hasValueBreak } from '../hasValue/violate.ts';
import { inBreak } from '../in/violate.ts';
import { languageInBreak } from '../languageIn/violate.ts';
import { lessThanBreak } from '../lessThan/violate.ts';
import { lessThanOrEqualsBreak } from '../lessThanOrEquals/violate.ts';
import { maxCountBreak } from '../maxCount/violate.ts';
import { maxExclusiveBreak } from '../maxExclusive/violate.ts';
import { maxInclusiveBreak } from '../maxInclusive/violate.ts';
import { maxLengthBreak } from '../maxLength/violate.ts';
import { minCountBreak } from '../minCount/violate.ts';
import { minExclusiveBreak } from '../minExclusive/violate.ts';
import { minInclusiveBreak } from '../minInclusive/violate.ts';
import { minLengthBreak } from '../minLength/violate.ts';
import { nodeBreak } from '../node/violate.ts';
import { nodeKindBreak } from '../nodeKind/violate.ts';
import { notBreak } from '../not/violate.ts';
import { orBreak } from '../or/violate.ts';
import { patternBreak } from '../pattern/violate.ts';
import { propertyBreak } from '../property/violate.ts';
import { qualifiedMaxCountBreak } from '../qualifiedMaxCount/violate.ts';
import { qualifiedMinCountBreak } from '../qualifiedMinCount/violate.ts';
import { uniqueLangBreak } from '../uniqueLang/violate.ts';
import { xoneBreak } from '../xone/violate.ts';
import type { Break } from './violationEdits.ts';

/** How each constraint component of SHACL Core is violated. */
export const allBreaks: readonly Break[] = [
  classBreak,
  datatypeBreak,
  nodeKindBreak,
  minCountBreak,
  maxCountBreak,
  minExclusiveBreak,
  minInclusiveBreak,
  maxExclusiveBreak,
  maxInclusiveBreak,
  minLengthBreak,
  maxLengthBreak,
  patternBreak,
  languageInBreak,
  uniqueLangBreak,
  equalsBreak,
  disjointBreak,
  lessThanBreak,
  lessThanOrEqualsBreak,
  notBreak,
  andBreak,
  orBreak,
  xoneBreak,
  nodeBreak,
  propertyBreak,
  qualifiedMinCountBreak,
  qualifiedMaxCountBreak,
  closedBreak,
  hasValueBreak,
  inBreak,
];

/** The table by component IRI. */
export const breakByComponent: ReadonlyMap<TermId, Break> = new Map(
  allBreaks.map((each) => [each.component, each]),
);
