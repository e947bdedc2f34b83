import { sh } from '../../rdf/vocab.ts';
import { hasTypeAmong } from '../classHierarchy.ts';
import type { Component } from '../model/component.ts';
import { readIri } from '../model/reading.ts';
import { noLimit } from './commonFacts.ts';

/** SHACL 4.1.1. */
export const classComponent: Component<'class'> = {
  kind: 'class',
  iri: sh.ClassConstraintComponent,
  parameter: sh.class,
  takes: 'class',
  meaning: 'Each value is an instance of a class or of one of its subclasses.',
  refinements: [],
  propertyShapesOnly: false,
  single: false,
  read(value) {
    const reading = readIri(value);
    return reading.kind === 'iri' ? { kind: 'constraint', parameters: { class: reading.iri } } : reading;
  },
  prepare(constraint, { graph, subclasses }) {
    const classes = subclasses(constraint.class);
    return { kind: 'value', accepts: (value) => hasTypeAmong(graph, value, classes) };
  },
  message: (constraint, _, { subject, found, term }) =>
    `${subject} is not an instance of ${term(constraint.class)}${found}`,
  recordedMessage: (constraint, _, { term }) => `Value is not an instance of ${term(constraint.class)}`,
  explain: (constraint, { each, term }) => `${each} must be an instance of ${term(constraint.class)}.`,
  asksForValues: false,
  literalsOnly: () => false,
  shownAt: 'value',
  referenceLimit: noLimit,
  reads: (constraint) => ({ kind: 'types', class: constraint.class }),
  refersTo: undefined,
  moreTriples: { mayMend: true, mayViolate: 'asValues' },
  excusedBy: 'value',
};
