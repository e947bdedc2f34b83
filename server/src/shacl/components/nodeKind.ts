import { type TermId, terms } from '../../rdf/terms.ts';
import { sh } from '../../rdf/vocab.ts';
import type { Component } from '../model/component.ts';
import { illFormed } from '../model/reading.ts';
import { judgesTerms, noLimit } from './commonFacts.ts';

interface NodeKind {
  readonly name: string;
  accepts(value: TermId): boolean;
}

const kinds: ReadonlyMap<TermId, NodeKind> = new Map([
  [sh.IRI, { name: 'an IRI', accepts: (id) => terms.isIri(id) }],
  [sh.BlankNode, { name: 'a blank node', accepts: (id) => terms.isBlank(id) }],
  [sh.Literal, { name: 'a literal', accepts: (id) => terms.isLiteral(id) }],
  [
    sh.BlankNodeOrIRI,
    { name: 'a blank node or an IRI', accepts: (id) => terms.isBlank(id) || terms.isIri(id) },
  ],
  [
    sh.BlankNodeOrLiteral,
    { name: 'a blank node or a literal', accepts: (id) => terms.isBlank(id) || terms.isLiteral(id) },
  ],
  [sh.IRIOrLiteral, { name: 'an IRI or a literal', accepts: (id) => terms.isIri(id) || terms.isLiteral(id) }],
]);

/** The six node kinds of SHACL. */
export const nodeKinds: readonly TermId[] = [...kinds.keys()];

/** SHACL 4.1.3. */
export const nodeKindComponent: Component<'nodeKind'> = {
  kind: 'nodeKind',
  iri: sh.NodeKindConstraintComponent,
  parameter: sh.nodeKind,
  takes: 'nodeKind',
  meaning: 'Each value is of a kind: an IRI, a blank node, a literal, or one of two of these.',
  refinements: [],
  propertyShapesOnly: false,
  single: true,
  read: (value) =>
    kinds.has(value)
      ? { kind: 'constraint', parameters: { nodeKind: value } }
      : illFormed('The value is not one of the six node kinds, such as sh:IRI or sh:Literal.'),
  prepare: ({ nodeKind }) => ({ kind: 'value', accepts: kinds.get(nodeKind)!.accepts }),
  message: ({ nodeKind }, _, { subject, found }) => `${subject} is not ${kinds.get(nodeKind)!.name}${found}`,
  recordedMessage: ({ nodeKind }) => `Value is not ${kinds.get(nodeKind)!.name}`,
  explain: ({ nodeKind }, { each }) => `${each} must be ${kinds.get(nodeKind)!.name}.`,
  ...judgesTerms,
  literalsOnly: ({ nodeKind }) => nodeKind === sh.Literal,
  referenceLimit: noLimit,
};
