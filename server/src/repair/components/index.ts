import type { Constraint, ConstraintKind } from '../../shacl/model/shape.ts';
import { maxCountRepair, minCountRepair } from './cardinality.ts';
import { classInRepair, classRepair, rootClassRepair } from './class.ts';
import { closedByTypesRepair, closedRepair } from './closed.ts';
import type { ComponentRepair } from './component.ts';
import { maxListLengthRepair, memberShapeRepair, minListLengthRepair, uniqueMembersRepair } from './lists.ts';
import { notRepair, orRepair, xoneRepair } from './logical.ts';
import { hasValueRepair, inRepair } from './namedValues.ts';
import { disjointRepair, equalsRepair, lessThanRepair, subsetOfRepair } from './propertyPairs.ts';
import { qualifiedMaxCountRepair, qualifiedMinCountRepair, someValueRepair } from './qualified.ts';
import { exclusiveRepair, inclusiveRepair } from './range.ts';
import { andRepair, nodeRepair, propertyRepair, reifierShapeRepair } from './references.ts';
import { sparqlRepair } from './sparql.ts';
import {
  languageInRepair,
  maxLengthRepair,
  minLengthRepair,
  patternRepair,
  singleLineRepair,
} from './stringBased.ts';
import { uniqueLangRepair } from './uniqueLang.ts';
import { uniqueValuesForRepair } from './uniqueValuesFor.ts';
import { datatypeInRepair, datatypeRepair, nodeKindRepair } from './valueType.ts';

/** How the results of a constraint are repaired, and how it is violated. */
export function repairOf({ kind }: Pick<Constraint, 'kind'>): ComponentRepair {
  return repairs[kind];
}

const repairs: { readonly [Kind in ConstraintKind]: ComponentRepair<Kind> } = {
  class: classRepair,
  datatype: datatypeRepair,
  nodeKind: nodeKindRepair,
  minCount: minCountRepair,
  maxCount: maxCountRepair,
  minExclusive: exclusiveRepair,
  minInclusive: inclusiveRepair,
  maxExclusive: exclusiveRepair,
  maxInclusive: inclusiveRepair,
  minLength: minLengthRepair,
  maxLength: maxLengthRepair,
  pattern: patternRepair,
  languageIn: languageInRepair,
  singleLine: singleLineRepair,
  uniqueLang: uniqueLangRepair,
  equals: equalsRepair,
  disjoint: disjointRepair,
  subsetOf: subsetOfRepair,
  lessThan: lessThanRepair,
  lessThanOrEquals: lessThanRepair,
  not: notRepair,
  and: andRepair,
  or: orRepair,
  xone: xoneRepair,
  node: nodeRepair,
  property: propertyRepair,
  qualifiedMinCount: qualifiedMinCountRepair,
  qualifiedMaxCount: qualifiedMaxCountRepair,
  closed: closedRepair,
  hasValue: hasValueRepair,
  in: inRepair,
  rootClass: rootClassRepair,
  someValue: someValueRepair,
  minListLength: minListLengthRepair,
  maxListLength: maxListLengthRepair,
  uniqueMembers: uniqueMembersRepair,
  memberShape: memberShapeRepair,
  reifierShape: reifierShapeRepair,
  uniqueValuesFor: uniqueValuesForRepair,
  closedByTypes: closedByTypesRepair,
  classIn: classInRepair,
  datatypeIn: datatypeInRepair,
  sparql: sparqlRepair,
};
