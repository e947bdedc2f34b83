import type { Constraint, ConstraintKind } from '../../../shacl/shapesGraph/shape.ts';
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
import { sparqlViolationEdits } from '../sparql/violate.ts';
import { uniqueLangViolationEdits } from '../uniqueLang/violate.ts';
import { xoneViolationEdits } from '../xone/violate.ts';
import type { ViolationEdits } from './violationEdits.ts';

/** The edits that violate a constraint. */
export function violationEditsOf({ kind }: Pick<Constraint, 'kind'>): ViolationEdits {
  return violationEditsByKind[kind];
}

const violationEditsByKind: { readonly [Kind in ConstraintKind]: ViolationEdits<Kind> } = {
  class: classViolationEdits,
  datatype: datatypeViolationEdits,
  nodeKind: nodeKindViolationEdits,
  minCount: minCountViolationEdits,
  maxCount: maxCountViolationEdits,
  minExclusive: minExclusiveViolationEdits,
  minInclusive: minInclusiveViolationEdits,
  maxExclusive: maxExclusiveViolationEdits,
  maxInclusive: maxInclusiveViolationEdits,
  minLength: minLengthViolationEdits,
  maxLength: maxLengthViolationEdits,
  pattern: patternViolationEdits,
  languageIn: languageInViolationEdits,
  uniqueLang: uniqueLangViolationEdits,
  equals: equalsViolationEdits,
  disjoint: disjointViolationEdits,
  lessThan: lessThanViolationEdits,
  lessThanOrEquals: lessThanOrEqualsViolationEdits,
  not: notViolationEdits,
  and: andViolationEdits,
  or: orViolationEdits,
  xone: xoneViolationEdits,
  node: nodeViolationEdits,
  property: propertyViolationEdits,
  qualifiedMinCount: qualifiedMinCountViolationEdits,
  qualifiedMaxCount: qualifiedMaxCountViolationEdits,
  closed: closedViolationEdits,
  hasValue: hasValueViolationEdits,
  in: inViolationEdits,
  sparql: sparqlViolationEdits,
};
