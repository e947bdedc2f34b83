import { sh } from '../../rdf/vocab.ts';
import { type Component, noFailures } from '../model/component.ts';
import { noLimit, readsTerms } from './commonFacts.ts';

const missing = [{}];

/** SHACL 4.8.2. */
export const hasValueComponent: Component<'hasValue'> = {
  kind: 'hasValue',
  iri: sh.HasValueConstraintComponent,
  parameter: sh.hasValue,
  takes: 'any',
  meaning: 'One of the values is a certain node.',
  refinements: [],
  propertyShapesOnly: false,
  single: false,
  read: (value) => ({ kind: 'constraint', parameters: { value } }),
  prepare: ({ value }) => ({
    kind: 'focus',
    failures: (_, values) => (values.includes(value) ? noFailures : missing),
  }),
  message: ({ value }, _, { subject, pathless, brief }) =>
    pathless ? `${subject} must be ${brief(value)}` : `${subject} must include ${brief(value)}, but does not`,
  recordedMessage: ({ value }, _, { term, path }) => `The value ${term(value)} of ${path} is missing`,
  explain: ({ value }, { term, path }) => `${path} must have the value ${term(value)}.`,
  asksForValues: true,
  literalsOnly: () => false,
  shownAt: 'focusNode',
  referenceLimit: noLimit,
  reads: () => readsTerms,
  refersTo: undefined,
  moreTriples: { mayMend: true, mayViolate: 'never' },
  excusedBy: 'focusNodeOfPath',
};
