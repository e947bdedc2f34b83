import { type TermId, type TermKind, terms } from '../../rdf/terms.ts';
import { sh } from '../../rdf/vocab.ts';
import type { Component } from './component.ts';
import { illFormed } from './reading.ts';

const kinds: ReadonlyMap<TermId, { readonly accepted: readonly TermKind[]; readonly name: string }> = new Map(
  [
    [sh.IRI, { accepted: ['iri'], name: 'an IRI' }],
    [sh.BlankNode, { accepted: ['blank'], name: 'a blank node' }],
    [sh.Literal, { accepted: ['literal'], name: 'a literal' }],
    [sh.BlankNodeOrIRI, { accepted: ['blank', 'iri'], name: 'a blank node or an IRI' }],
    [sh.BlankNodeOrLiteral, { accepted: ['blank', 'literal'], name: 'a blank node or a literal' }],
    [sh.IRIOrLiteral, { accepted: ['iri', 'literal'], name: 'an IRI or a literal' }],
  ],
);

/** SHACL 4.1.3. */
export const nodeKindComponent: Component<'nodeKind'> = {
  kind: 'nodeKind',
  iri: sh.NodeKindConstraintComponent,
  parameter: sh.nodeKind,
  single: true,
  read: (value) =>
    kinds.has(value)
      ? { kind: 'constraint', parameters: { nodeKind: value } }
      : illFormed('The value is not one of the six node kinds, such as sh:IRI or sh:Literal.'),
  prepare({ nodeKind }) {
    const { accepted } = kinds.get(nodeKind)!;
    return { kind: 'value', accepts: (value) => accepted.includes(terms.kind(value)) };
  },
  message: ({ nodeKind }) => `Value is not ${kinds.get(nodeKind)!.name}`,
  explain: ({ nodeKind }, { each }) => `${each} must be ${kinds.get(nodeKind)!.name}.`,
};
