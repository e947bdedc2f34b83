import type { TermId } from '../../rdf/terms.ts';
import { andBreak } from './and.ts';
import type { Break } from './break.ts';
import { classBreak } from './class.ts';
import { closedBreak } from './closed.ts';
import { datatypeBreak } from './datatype.ts';
import { disjointBreak } from './disjoint.ts';
import { equalsBreak } from './equals.ts';
import { hasValueBreak } from './hasValue.ts';
import { inBreak } from './in.ts';
import { languageInBreak } from './languageIn.ts';
import { lessThanBreak } from './lessThan.ts';
import { lessThanOrEqualsBreak } from './lessThanOrEquals.ts';
import { maxCountBreak } from './maxCount.ts';
import { maxExclusiveBreak } from './maxExclusive.ts';
import { maxInclusiveBreak } from './maxInclusive.ts';
import { maxLengthBreak } from './maxLength.ts';
import { minCountBreak } from './minCount.ts';
import { minExclusiveBreak } from './minExclusive.ts';
import { minInclusiveBreak } from './minInclusive.ts';
import { minLengthBreak } from './minLength.ts';
import { nodeBreak } from './node.ts';
import { nodeKindBreak } from './nodeKind.ts';
import { notBreak } from './not.ts';
import { orBreak } from './or.ts';
import { patternBreak } from './pattern.ts';
import { propertyBreak } from './property.ts';
import { qualifiedMaxCountBreak } from './qualifiedMaxCount.ts';
import { qualifiedMinCountBreak } from './qualifiedMinCount.ts';
import { uniqueLangBreak } from './uniqueLang.ts';
import { xoneBreak } from './xone.ts';

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
