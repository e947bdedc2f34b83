import { sh } from '../../rdf/vocab.ts';
import type { Component } from './component.ts';
import { readIri } from './reading.ts';

/** SHACL 4.5.2. */
export const disjointComponent: Component<'disjoint'> = {
  kind: 'disjoint',
  iri: sh.DisjointConstraintComponent,
  parameter: sh.disjoint,
  read(value) {
    const reading = readIri(value);
    return reading.kind === 'iri' ? { kind: 'constraint', parameters: { property: reading.iri } } : reading;
  },
  prepare: ({ property }, { graph }) => ({
    kind: 'focus',
    failures(focusNode, values) {
      const others = new Set(graph.objects(focusNode, property));
      return values.filter((value) => others.has(value)).map((value) => ({ value }));
    },
  }),
  message: ({ property }, _, { term }) => `Value is also a value of ${term(property)}, which it must not be`,
  explain: ({ property }, { path, term }) => `${path} and ${term(property)} must have no value in common.`,
};
