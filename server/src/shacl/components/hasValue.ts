import { sh } from '../../rdf/vocab.ts';
import { type Component, noFailures } from './component.ts';

const missing = [{}];

/** SHACL 4.8.2. */
export const hasValueComponent: Component<'hasValue'> = {
  kind: 'hasValue',
  iri: sh.HasValueConstraintComponent,
  parameter: sh.hasValue,
  read: (value) => ({ kind: 'constraint', parameters: { value } }),
  prepare: ({ value }) => ({
    kind: 'focus',
    failures: (_, values) => (values.includes(value) ? noFailures : missing),
  }),
  message: ({ value }, _, { term, path }) => `The value ${term(value)} of ${path} is missing`,
  explain: ({ value }, { term, path }) => `${path} must have the value ${term(value)}.`,
};
