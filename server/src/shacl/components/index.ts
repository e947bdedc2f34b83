import type { TermId } from '../../rdf/terms.ts';
import { andComponent } from './and.ts';
import { classComponent } from './class.ts';
import { closedComponent } from './closed.ts';
import type { Component } from './component.ts';
import { datatypeComponent } from './datatype.ts';
import { disjointComponent } from './disjoint.ts';
import { equalsComponent } from './equals.ts';
import { hasValueComponent } from './hasValue.ts';
import { inComponent } from './in.ts';
import { languageInComponent } from './languageIn.ts';
import { lessThanComponent } from './lessThan.ts';
import { lessThanOrEqualsComponent } from './lessThanOrEquals.ts';
import { maxCountComponent } from './maxCount.ts';
import { maxExclusiveComponent } from './maxExclusive.ts';
import { maxInclusiveComponent } from './maxInclusive.ts';
import { maxLengthComponent } from './maxLength.ts';
import { minCountComponent } from './minCount.ts';
import { minExclusiveComponent } from './minExclusive.ts';
import { minInclusiveComponent } from './minInclusive.ts';
import { minLengthComponent } from './minLength.ts';
import { nodeComponent } from './node.ts';
import { nodeKindComponent } from './nodeKind.ts';
import { notComponent } from './not.ts';
import { orComponent } from './or.ts';
import { patternComponent } from './pattern.ts';
import { propertyComponent } from './property.ts';
import { qualifiedMaxCountComponent } from './qualifiedMaxCount.ts';
import { qualifiedMinCountComponent } from './qualifiedMinCount.ts';
import { uniqueLangComponent } from './uniqueLang.ts';
import { xoneComponent } from './xone.ts';

/** All constraint components of SHACL Core. */
export const components: readonly Component[] = [
  classComponent,
  datatypeComponent,
  nodeKindComponent,
  minCountComponent,
  maxCountComponent,
  minExclusiveComponent,
  minInclusiveComponent,
  maxExclusiveComponent,
  maxInclusiveComponent,
  minLengthComponent,
  maxLengthComponent,
  patternComponent,
  languageInComponent,
  uniqueLangComponent,
  equalsComponent,
  disjointComponent,
  lessThanComponent,
  lessThanOrEqualsComponent,
  notComponent,
  andComponent,
  orComponent,
  xoneComponent,
  nodeComponent,
  propertyComponent,
  qualifiedMinCountComponent,
  qualifiedMaxCountComponent,
  closedComponent,
  hasValueComponent,
  inComponent,
];

/** The table by component IRI. */
export const componentByIri: ReadonlyMap<TermId, Component> = new Map(
  components.map((component) => [component.iri, component]),
);

/** The table by declaring parameter. */
export const componentByParameter: ReadonlyMap<TermId, Component> = new Map(
  components.map((component) => [component.parameter, component]),
);
