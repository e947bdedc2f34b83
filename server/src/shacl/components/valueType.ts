import { isWellFormed } from '../../rdf/literals/lexicalForms.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf, sh, xsd } from '../../rdf/vocab.ts';
import { hasTypeAmong } from '../classHierarchy.ts';
import type { Component, Words } from '../model/component.ts';
import { illFormed, readIri } from '../model/reading.ts';
import { judgesTerms, noLimit } from './commonFacts.ts';

/** SHACL 4.1.2: a value must have the datatype and a lexical form that the datatype allows. */
export const datatypeComponent: Component<'datatype'> = {
  kind: 'datatype',
  iri: sh.DatatypeConstraintComponent,
  parameter: sh.datatype,
  takes: 'datatype',
  meaning: 'Each value is a literal with a datatype and a lexical form that is valid for it.',
  refinements: [],
  propertyShapesOnly: false,
  single: true,
  read(value) {
    const reading = readIri(value);
    return reading.kind === 'iri' ? { kind: 'constraint', parameters: { datatype: reading.iri } } : reading;
  },
  prepare: ({ datatype }) => ({
    kind: 'value',
    accepts: (value) => terms.datatype(value) === datatype && isWellFormed(value),
  }),
  message({ datatype }, { value }, { subject, found, term }) {
    const actual = value === undefined ? undefined : terms.datatype(value);
    if (value === undefined || actual === undefined) {
      return `${subject} is not a literal of datatype ${term(datatype)}${found}`;
    }
    if (actual === datatype) return `${subject} is not a valid ${term(datatype)}${found}`;
    return `${subject} ${hasDatatype(value, datatype, term)}, not ${term(datatype)}${found}`;
  },
  recordedMessage(constraint, { value }, { term }) {
    const expected = term(constraint.datatype);
    const found = value === undefined ? undefined : terms.datatype(value);
    if (found === undefined) return `Value is not a literal of datatype ${expected}`;
    return found === constraint.datatype
      ? `Value is not a valid ${expected}`
      : `Value does not have the datatype ${expected}, it has ${term(found)}`;
  },
  explain: (constraint, { each, term }) =>
    `${each} must be a valid literal of datatype ${term(constraint.datatype)}.`,
  ...judgesTerms,
  literalsOnly: () => true,
  referenceLimit: ({ datatype }, { data }) =>
    data.misjudgesForms(datatype)
      ? 'it misjudges lexical forms of this datatype that the data use'
      : undefined,
};

/** Strings with and without a language tag look alike but for the tag, so the tag is named. */
function hasDatatype(value: TermId, expected: TermId, term: Words['term']): string {
  const actual = term(terms.datatype(value)!);
  const language = terms.language(value);
  if (language !== '' && expected === xsd.string) {
    return `has the language tag ${language}, which makes its datatype ${actual}`;
  }
  return expected === rdf.langString
    ? `has no language tag, so its datatype is ${actual}`
    : `has the datatype ${actual}`;
}

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
