import { sh } from '../../rdf/vocab.ts';
import { type Component, noFailures } from '../model/component.ts';
import { readProperty } from '../model/reading.ts';
import { noLimit } from './commonFacts.ts';
import { inBoth } from './valueSets.ts';

/** SHACL 4.5.2. */
export const disjointComponent: Component<'disjoint'> = {
  kind: 'disjoint',
  iri: sh.DisjointConstraintComponent,
  parameter: sh.disjoint,
  takes: 'property',
  meaning: 'No value is also a value of another property.',
  refinements: [],
  propertyShapesOnly: false,
  single: false,
  read: readProperty,
  prepare: ({ property }, { graph }) => ({
    kind: 'focus',
    failures(focusNode, values) {
      const others = graph.objects(focusNode, property);
      return others.length === 0 ? noFailures : inBoth(values, others).map((value) => ({ value }));
    },
  }),
  message: ({ property }, { value }, { focusNode, path, pathless, term, brief }) =>
    pathless
      ? `${focusNode} has itself as ${term(property)}, which it must not`
      : `${focusNode} has ${value === undefined ? 'a value' : brief(value)} as ${path} and as ${term(property)}, which must have no value in common`,
  recordedMessage: ({ property }, _, { term }) =>
    `Value is also a value of ${term(property)}, which it must not be`,
  explain: ({ property }, { path, term }) => `${path} and ${term(property)} must have no value in common.`,
  asksForValues: false,
  literalsOnly: () => false,
  shownAt: 'value',
  referenceLimit: noLimit,
  reads: ({ property }) => ({ kind: 'property', property }),
  refersTo: undefined,
  moreTriples: { mayMend: false, mayViolate: 'always' },
  excusedBy: 'none',
};
