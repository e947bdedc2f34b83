import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces, sh } from '../../rdf/vocab.ts';
import type { Component, Dependencies, Identity, Judgement, Syntax, Wording } from '../model/component.ts';
import type { Constraint, ConstraintKind, CoreConstraintKind, ListedKind } from '../model/shape.ts';
import { maxCountComponent, minCountComponent } from './cardinality.ts';
import { closedByTypesComponent, closedComponent } from './closed.ts';
import {
  maxListLengthComponent,
  memberShapeComponent,
  minListLengthComponent,
  uniqueMembersComponent,
} from './lists.ts';
import { andComponent, notComponent, orComponent, xoneComponent } from './logical.ts';
import { hasValueComponent, inComponent } from './namedValues.ts';
import {
  disjointComponent,
  equalsComponent,
  lessThanComponent,
  lessThanOrEqualsComponent,
  subsetOfComponent,
} from './propertyPairs.ts';
import {
  maxExclusiveComponent,
  maxInclusiveComponent,
  minExclusiveComponent,
  minInclusiveComponent,
} from './range.ts';
import {
  nodeComponent,
  propertyComponent,
  qualifiedMaxCountComponent,
  qualifiedMinCountComponent,
  reifierShapeComponent,
  someValueComponent,
} from './shapeBased.ts';
import { sparqlComponent } from './sparql.ts';
import {
  languageInComponent,
  maxLengthComponent,
  minLengthComponent,
  patternComponent,
  singleLineComponent,
  uniqueLangComponent,
} from './stringBased.ts';
import { uniqueValuesForComponent } from './uniqueValuesFor.ts';
import {
  classComponent,
  classInComponent,
  datatypeComponent,
  datatypeInComponent,
  nodeKindComponent,
  nodeKinds,
  rootClassComponent,
} from './valueType.ts';

/**
 * The constraint components of SHACL Core, and one for all constraints with queries. Everything else that is particular to a component is in tables over the same
 * kinds, and the compiler lists the tables that lack a new component.
 */
export const components = {
  class: classComponent,
  datatype: datatypeComponent,
  nodeKind: nodeKindComponent,
  minCount: minCountComponent,
  maxCount: maxCountComponent,
  minExclusive: minExclusiveComponent,
  minInclusive: minInclusiveComponent,
  maxExclusive: maxExclusiveComponent,
  maxInclusive: maxInclusiveComponent,
  minLength: minLengthComponent,
  maxLength: maxLengthComponent,
  pattern: patternComponent,
  languageIn: languageInComponent,
  singleLine: singleLineComponent,
  uniqueLang: uniqueLangComponent,
  equals: equalsComponent,
  disjoint: disjointComponent,
  subsetOf: subsetOfComponent,
  lessThan: lessThanComponent,
  lessThanOrEquals: lessThanOrEqualsComponent,
  not: notComponent,
  and: andComponent,
  or: orComponent,
  xone: xoneComponent,
  node: nodeComponent,
  property: propertyComponent,
  qualifiedMinCount: qualifiedMinCountComponent,
  qualifiedMaxCount: qualifiedMaxCountComponent,
  closed: closedComponent,
  hasValue: hasValueComponent,
  in: inComponent,
  rootClass: rootClassComponent,
  someValue: someValueComponent,
  minListLength: minListLengthComponent,
  maxListLength: maxListLengthComponent,
  uniqueMembers: uniqueMembersComponent,
  memberShape: memberShapeComponent,
  reifierShape: reifierShapeComponent,
  uniqueValuesFor: uniqueValuesForComponent,
  closedByTypes: closedByTypesComponent,
  classIn: classInComponent,
  datatypeIn: datatypeInComponent,
  sparql: sparqlComponent,
} satisfies Identities satisfies Wordings satisfies Syntaxes satisfies Judgements satisfies AllDependencies;

type Identities = { readonly [Kind in ConstraintKind]: Identity<Kind> };
type Wordings = { readonly [Kind in ConstraintKind]: Wording<Kind> };
type Syntaxes = { readonly [Kind in ConstraintKind]: Syntax<Kind> };
type Judgements = { readonly [Kind in ConstraintKind]: Judgement<Kind> };
type AllDependencies = { readonly [Kind in ConstraintKind]: Dependencies<Kind> };

/** The component that a constraint belongs to. */
export function componentOf({ kind }: Pick<Constraint, 'kind'>): Component {
  return components[kind];
}

/**
 * True for constraints that judge each value by its term alone. Edits of triples about the value do not change that.
 */
export function judgesTerm(constraint: Constraint): boolean {
  return componentOf(constraint).reads(constraint).kind === 'terms';
}

/** Whether a component of SHACL 1.2 takes node expressions: its constraints are of the kinds `node`, `or` and `sparql`. */
export function isOfExpressions(component: TermId): boolean {
  return (
    component === sh.NodeByExpressionConstraintComponent || component === sh.ExpressionConstraintComponent
  );
}

/** Whether a constraint is of a draft of SHACL 1.2, which may change. */
export function isOfDraft(constraint: Constraint): boolean {
  const isNewValue =
    ('compared' in constraint && constraint.compared.kind !== 'predicate') ||
    (constraint.kind === 'nodeKind' && !nodeKinds.includes(constraint.parameterValue));
  return isNewValue || isOfExpressions(constraint.component) || componentOf(constraint).isDraft === true;
}

/** Where the specification defines a component of SHACL; undefined for components of others. */
export function definitionOf(component: TermId): string | undefined {
  const iri = terms.value(component);
  if (!iri.startsWith(namespaces.sh)) return undefined;
  const isDraft = componentByIri.get(component)?.isDraft === true;
  const part = isOfExpressions(component) ? 'shacl12-node-expr' : isDraft ? 'shacl12-core' : 'shacl';
  return `https://www.w3.org/TR/${part}/#${iri.slice(namespaces.sh.length)}`;
}

/** The components of SHACL Core in the order of the specification. */
export const allComponents: readonly Component<CoreConstraintKind>[] = Object.values(components).filter(
  (component): component is Exclude<typeof component, Component<'sparql' | ListedKind>> =>
    component.kind !== 'sparql' &&
    component.kind !== 'classIn' &&
    component.kind !== 'datatypeIn' &&
    component.kind !== 'closedByTypes',
);

/** The components of SHACL Core by their IRI. */
export const componentByIri: ReadonlyMap<TermId, Component<CoreConstraintKind>> = new Map(
  allComponents.map((component) => [component.iri, component]),
);

/** The components of SHACL Core by the parameter that declares their constraints. */
export const componentByParameter: ReadonlyMap<TermId, Component<CoreConstraintKind>> = new Map(
  allComponents.map((component) => [component.parameter, component]),
);
