import { terms } from '../../rdf/terms.ts';
import { sh } from '../../rdf/vocab.ts';
import { type Component, noFailures } from '../model/component.ts';
import { readMembers } from '../model/reading.ts';
import { judgesTerms, noLimit, readsTerms } from './commonFacts.ts';
import { listed } from './phrases.ts';

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

/** SHACL 4.8.3. */
export const inComponent: Component<'in'> = {
  kind: 'in',
  iri: sh.InConstraintComponent,
  parameter: sh.in,
  takes: 'list',
  meaning: 'Each value is one of a list.',
  refinements: [],
  propertyShapesOnly: false,
  single: true,
  read(value, { graph }) {
    const reading = readMembers(graph, value);
    return reading.kind === 'list'
      ? { kind: 'constraint', parameters: { members: reading.members } }
      : reading;
  },
  prepare(constraint) {
    const members = new Set(constraint.members);
    return { kind: 'value', accepts: (value) => members.has(value) };
  },
  message({ members }, { value }, { subject, pathless, found, brief }) {
    const [first] = members;
    if (first === undefined) {
      return pathless
        ? `${subject} is not allowed here`
        : `${subject} must have no value, but has one${found}`;
    }
    if (members.length > 1) return `${subject} is not one of ${listed(members, brief)}${found}`;
    const instead = pathless || value === undefined ? '' : `, not ${brief(value)}`;
    return `${subject} must be ${brief(first)}${instead}`;
  },
  recordedMessage: ({ members }, _, { term }) =>
    members.length === 0 ? 'No value is allowed here' : `Value is not one of ${listed(members, term)}`,
  explain: ({ members }, { each, term }) => `${each} must be one of ${listed(members, term)}.`,
  ...judgesTerms,
  literalsOnly: ({ members }) => members.every((member) => terms.isLiteral(member)),
  referenceLimit: (_, { shape, shapesGraph }) =>
    shapesGraph.objects(shape.id, sh.in).length > 1 ? 'it merges several lists of sh:in' : undefined,
};
