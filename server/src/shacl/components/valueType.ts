import { isWellFormed } from '../../rdf/literals/lexicalForms.ts';
import { type TermId, type TermKind, terms } from '../../rdf/terms.ts';
import { rdf, sh, xsd } from '../../rdf/vocab.ts';
import { hasTypeAmong } from '../classHierarchy.ts';
import type { Component, ConstraintReading, ShapeDescription, Words } from '../model/component.ts';
import { illFormed, none, readIri, readList } from '../model/reading.ts';
import type { ConstraintOf } from '../model/shape.ts';
import { judgesTerms, noLimit, ofShacl12 } from './commonFacts.ts';
import { listed } from './phrases.ts';

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
  read: (value, shape) =>
    readOneOrList(
      value,
      shape,
      (datatype) => ({ datatype }),
      (datatypes) => ({ of: 'datatypeIn', parameters: { datatypes } }),
    ),
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

/** Strings with and without a language tag look the same except for the tag, so the tag is named. */
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

const kindsOfTerms = {
  blank: { name: 'a blank node', accepts: (id: TermId) => terms.isBlank(id) },
  iri: { name: 'an IRI', accepts: (id: TermId) => terms.isIri(id) },
  literal: { name: 'a literal', accepts: (id: TermId) => terms.isLiteral(id) },
  triple: { name: 'a triple term', accepts: (id: TermId) => terms.kind(id) === 'triple' },
} as const satisfies Record<TermKind, NodeKind>;

/** The kinds of terms that each node kind allows; the first six are those of SHACL 1.0. */
const kindsIn: readonly (readonly [TermId, ...TermKind[]])[] = [
  [sh.IRI, 'iri'],
  [sh.BlankNode, 'blank'],
  [sh.Literal, 'literal'],
  [sh.BlankNodeOrIRI, 'blank', 'iri'],
  [sh.BlankNodeOrLiteral, 'blank', 'literal'],
  [sh.IRIOrLiteral, 'iri', 'literal'],
  [sh.TripleTerm, 'triple'],
  [sh.BlankNodeOrTripleTerm, 'blank', 'triple'],
  [sh.IRIOrTripleTerm, 'iri', 'triple'],
  [sh.LiteralOrTripleTerm, 'literal', 'triple'],
  [sh.BlankNodeOrIRIOrLiteral, 'blank', 'iri', 'literal'],
];

const kinds: ReadonlyMap<TermId, NodeKind> = new Map(
  kindsIn.map(([id, ...of]) => {
    const parts = of.map((kind) => kindsOfTerms[kind]);
    const [only] = parts;
    return [
      id,
      parts.length === 1
        ? only!
        : {
            name: parts.map(({ name }) => name).join(' or '),
            accepts: (value) => parts.some((part) => part.accepts(value)),
          },
    ];
  }),
);

/** The kinds of terms that a node kind allows. */
export function allowedKinds(nodeKind: TermId): readonly TermKind[] {
  return kindsIn.find(([id]) => id === nodeKind)!.slice(1) as TermKind[];
}

/** The node kinds of SHACL 1.0, and then those that came with SHACL 1.2. */
export const allNodeKinds: readonly TermId[] = kindsIn.map(([id]) => id);

/** The six node kinds of SHACL 1.0. */
export const nodeKinds: readonly TermId[] = allNodeKinds.slice(0, 6);

/** Reads a node kind, or in SHACL 1.2 a list of them: a list becomes the node kind that allows the same terms. */
function readNodeKind(value: TermId, { graph }: ShapeDescription): ConstraintReading<'nodeKind'> {
  if (kinds.has(value)) return { kind: 'constraint', parameters: { nodeKind: value } };
  const members = terms.isLiteral(value) ? undefined : readList(graph, value);
  if (members === undefined || members.length === 0 || !members.every((member) => kinds.has(member))) {
    return illFormed('The value is not one of the six node kinds, such as sh:IRI or sh:Literal.');
  }
  const allowed = new Set(kindsIn.flatMap(([id, ...of]) => (members.includes(id) ? of : [])));
  if (allowed.size === 4) return none;
  const same = kindsIn.find(
    ([, ...of]) => of.length === allowed.size && of.every((kind) => allowed.has(kind)),
  );
  return same
    ? { kind: 'constraint', parameters: { nodeKind: same[0] } }
    : illFormed('No node kind stands for triple terms together with two other kinds.');
}

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
  read: readNodeKind,
  prepare: ({ nodeKind }) => ({ kind: 'value', accepts: kinds.get(nodeKind)!.accepts }),
  message: ({ nodeKind }, _, { subject, found }) => `${subject} is not ${kinds.get(nodeKind)!.name}${found}`,
  recordedMessage: ({ nodeKind }) => `Value is not ${kinds.get(nodeKind)!.name}`,
  explain: ({ nodeKind }, { each }) => `${each} must be ${kinds.get(nodeKind)!.name}.`,
  ...judgesTerms,
  literalsOnly: ({ nodeKind }) => nodeKind === sh.Literal,
  referenceLimit: ({ parameterValue }) =>
    nodeKinds.includes(parameterValue) ? undefined : ofShacl12.referenceLimit(),
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
  read: (value, shape) =>
    readOneOrList(
      value,
      shape,
      (id) => ({ class: id }),
      (classes) => ({ of: 'classIn', parameters: { classes } }),
    ),
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
  reads: (constraint) => ({ kind: 'types', classes: [constraint.class] }),
  refersTo: undefined,
  moreTriples: { mayMend: true, mayViolate: 'asValues' },
  excusedBy: 'value',
};

/** Reads a term, or in SHACL 1.2 a list of terms of which one is enough. */
function readOneOrList<Kind extends 'class' | 'datatype'>(
  value: TermId,
  { graph }: ShapeDescription,
  one: (id: TermId) => Pick<ConstraintOf<Kind>, Kind & keyof ConstraintOf<Kind>>,
  several: (ids: readonly TermId[]) => { readonly of: 'classIn' | 'datatypeIn'; readonly parameters: object },
): ConstraintReading<Kind> {
  const members = terms.isBlank(value) ? readList(graph, value) : undefined;
  if (members?.every((member) => terms.isIri(member))) {
    return { kind: 'constraint', ...several(members) } as unknown as ConstraintReading<Kind>;
  }
  const reading = readIri(value);
  return reading.kind === 'iri'
    ? ({ kind: 'constraint', parameters: one(reading.iri) } as ConstraintReading<Kind>)
    : reading;
}

/** For components with lists, which share the parameter of another one and are not read themselves. */
function readElsewhere(): typeof none {
  return none;
}

/** SHACL 1.2: sh:class with a list. */
export const classInComponent: Component<'classIn'> = {
  ...classComponent,
  kind: 'classIn',
  literalsOnly: () => false,
  refersTo: undefined,
  read: readElsewhere,
  prepare({ classes }, { graph, subclasses }) {
    const all = classes.map((id) => subclasses(id));
    return { kind: 'value', accepts: (value) => all.some((each) => hasTypeAmong(graph, value, each)) };
  },
  message: ({ classes }, _, { subject, found, term }) =>
    `${subject} is not an instance of ${listed(classes, term, ' or ')}${found}`,
  recordedMessage: ({ classes }, _, { term }) =>
    `Value is not an instance of ${listed(classes, term, ' or ')}`,
  explain: ({ classes }, { each, term }) =>
    `${each} must be an instance of ${listed(classes, term, ' or ')}.`,
  ...ofShacl12,
  reads: ({ classes }) => ({ kind: 'types', classes }),
};

/** SHACL 1.2: sh:datatype with a list. */
export const datatypeInComponent: Component<'datatypeIn'> = {
  ...datatypeComponent,
  kind: 'datatypeIn',
  read: readElsewhere,
  prepare: ({ datatypes }) => ({
    kind: 'value',
    accepts: (value) => datatypes.includes(terms.datatype(value) ?? value) && isWellFormed(value),
  }),
  message({ datatypes }, { value }, { subject, found, term }) {
    const actual = value === undefined ? undefined : terms.datatype(value);
    if (actual !== undefined && datatypes.includes(actual))
      return `${subject} is not a valid ${term(actual)}${found}`;
    const wanted = listed(datatypes, term, ' or ');
    return actual === undefined
      ? `${subject} is not a literal of datatype ${wanted}${found}`
      : `${subject} has the datatype ${term(actual)}, not ${wanted}${found}`;
  },
  recordedMessage: ({ datatypes }, _, { term }) =>
    `Value is not a valid literal of datatype ${listed(datatypes, term, ' or ')}`,
  explain: ({ datatypes }, { each, term }) =>
    `${each} must be a valid literal of datatype ${listed(datatypes, term, ' or ')}.`,
  ...judgesTerms,
  literalsOnly: () => true,
  ...ofShacl12,
};

/** SHACL 1.2: a value is the class itself or one of its subclasses. */
export const rootClassComponent: Component<'rootClass'> = {
  kind: 'rootClass',
  iri: sh.RootClassConstraintComponent,
  parameter: sh.rootClass,
  takes: 'class',
  meaning: 'Each value is a class or one of its subclasses.',
  refinements: [],
  propertyShapesOnly: false,
  single: false,
  read(value) {
    const reading = readIri(value);
    return reading.kind === 'iri' ? { kind: 'constraint', parameters: { class: reading.iri } } : reading;
  },
  prepare(constraint, { subclasses }) {
    const classes = subclasses(constraint.class);
    return { kind: 'value', accepts: (value) => classes.has(value) };
  },
  message: (constraint, _, { subject, found, term }) =>
    `${subject} is neither ${term(constraint.class)} nor a subclass of it${found}`,
  recordedMessage: (constraint, _, { term }) =>
    `Value is neither ${term(constraint.class)} nor a subclass of it`,
  explain: (constraint, { each, term }) => `${each} must be ${term(constraint.class)} or a subclass of it.`,
  asksForValues: false,
  literalsOnly: () => false,
  shownAt: 'value',
  ...ofShacl12,
  reads: (constraint) => ({ kind: 'superclasses', class: constraint.class }),
  refersTo: undefined,
  moreTriples: { mayMend: true, mayViolate: 'asValues' },
  excusedBy: 'namedValue',
};
