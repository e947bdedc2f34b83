import type { Graph } from '../../rdf/graph.ts';
import { namespaceOf } from '../../rdf/iri.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces, owl, rdf, rdfs, sh, xsd } from '../../rdf/vocab.ts';
import { readList } from '../model/reading.ts';

/** A constraint with what speaks for it. */
export interface DraftedConstraint {
  readonly parameter: TermId;
  readonly value: DraftedValue;
  /** How many nodes or values conform. */
  readonly support: number;
  /** How many there are. */
  readonly of: number;
  /** The source in an ontology; undefined if only the data are evidence for it. */
  readonly reason?: string;
}

/** The value of a parameter: a term, a list, a choice of `sh:or` between values of another parameter, or a qualified count. */
export type DraftedValue =
  | { readonly kind: 'term'; readonly term: TermId }
  | { readonly kind: 'list'; readonly members: readonly TermId[] }
  | {
      readonly kind: 'or';
      readonly parameter: TermId;
      readonly choices: readonly TermId[];
      /** The only languages of texts with one, where rdf:langString is a choice. */
      readonly languages?: readonly TermId[];
    }
  | {
      readonly kind: 'qualified';
      readonly count: number;
      readonly by: Pick<DraftedConstraint, 'parameter' | 'value'>;
    };

/** A statement of an ontology about the values of a property, as a constraint on the instances of a class. */
export interface StatedConstraint {
  readonly path: TermId;
  readonly parameter: TermId;
  readonly value: DraftedValue;
  /** Its source, as named in drafts: `rdfs:range`. */
  readonly reason: string;
}

/**
 * The restrictions of a class, and the ranges and functional properties among those that have the class as their domain or
 * that its instances use. OWL lets a reasoner infer them from data; as constraints, they are what the data have to state.
 */
export function* statedConstraints(
  id: TermId,
  used: Iterable<TermId>,
  graph: Graph,
): Iterable<StatedConstraint> {
  for (const relation of [rdfs.subClassOf, owl.equivalentClass])
    for (const stated of graph.objects(id, relation)) yield* restriction(stated, graph);
  const properties = new Set([...graph.subjects(rdfs.domain, id), ...used]);
  for (const path of properties) {
    if (!terms.isIri(path)) continue;
    for (const range of graph.objects(path, rdfs.range))
      for (const kind of kindOf(range, graph)) yield { path, ...kind, reason: 'rdfs:range' };
    if (graph.has(path, rdf.type, owlTerm('FunctionalProperty')))
      yield { path, parameter: sh.maxCount, value: count(1), reason: 'owl:FunctionalProperty' };
  }
}

/** The only class whose instances have a property according to an ontology; undefined if there is none or several. */
export function statedDomain(property: TermId, graph: Graph): TermId | undefined {
  const [domain, ...more] = graph.objects(property, rdfs.domain);
  const isNamed = domain !== undefined && terms.isIri(domain) && !isWide(domain);
  return isNamed && more.length === 0 ? domain : undefined;
}

/** The classes that an ontology describes. */
export function describedClasses(graph: Graph): readonly TermId[] {
  const found = new Set([owl.Class, rdfs.Class].flatMap((type) => graph.subjects(rdf.type, type)));
  return [...found].filter(
    (id) => terms.isIri(id) && namespaceOf(terms.value(id)) !== namespaces.owl && !isWide(id),
  );
}

function* restriction(id: TermId, graph: Graph): Iterable<StatedConstraint> {
  // Each part of an intersection holds.
  for (const list of graph.objects(id, owlTerm('intersectionOf')))
    for (const part of readList(graph, list) ?? []) if (terms.isBlank(part)) yield* restriction(part, graph);
  const [path] = graph.objects(id, owlTerm('onProperty'));
  if (path === undefined || !terms.isIri(path)) return;
  const [filler] = [...graph.objects(id, owlTerm('onClass')), ...graph.objects(id, owlTerm('onDataRange'))];
  for (const [name, of] of restricting) {
    for (const object of graph.objects(id, owlTerm(name)))
      for (const said of of(object, filler, graph)) yield { path, ...said, reason: `owl:${name}` };
  }
}

type Said = Pick<StatedConstraint, 'parameter' | 'value'>;
type Restricting = (object: TermId, filler: TermId | undefined, graph: Graph) => readonly Said[];

const counted =
  (...parameters: readonly TermId[]): Restricting =>
  (object) =>
    isCount(object)
      ? parameters.map((parameter) => ({ parameter, value: count(Number(terms.value(object))) }))
      : [];

const qualified =
  (...parameters: readonly TermId[]): Restricting =>
  (object, filler, graph) =>
    isCount(object) && filler !== undefined
      ? parameters.flatMap((parameter) => qualifiedBy(parameter, Number(terms.value(object)), filler, graph))
      : [];

const restricting: readonly (readonly [string, Restricting])[] = [
  ['allValuesFrom', (object, _, graph) => kindOf(object, graph)],
  ['someValuesFrom', (object, _, graph) => qualifiedBy(sh.qualifiedMinCount, 1, object, graph)],
  ['hasValue', (object) => [{ parameter: sh.hasValue, value: { kind: 'term', term: object } }]],
  ['cardinality', counted(sh.minCount, sh.maxCount)],
  ['minCardinality', counted(sh.minCount)],
  ['maxCardinality', counted(sh.maxCount)],
  ['qualifiedCardinality', qualified(sh.qualifiedMinCount, sh.qualifiedMaxCount)],
  ['minQualifiedCardinality', qualified(sh.qualifiedMinCount)],
  ['maxQualifiedCardinality', qualified(sh.qualifiedMaxCount)],
];

/** This many values of a kind; of any kind if everything is of that kind. */
function qualifiedBy(parameter: TermId, number: number, filler: TermId, graph: Graph): readonly Said[] {
  if (isWide(filler)) {
    const plain = parameter === sh.qualifiedMinCount ? sh.minCount : sh.maxCount;
    return [{ parameter: plain, value: count(number) }];
  }
  return kindOf(filler, graph).map(({ parameter: kind, value }) => ({
    parameter,
    value: { kind: 'qualified', count: number, by: { parameter: kind, value } },
  }));
}

/** The requirements for values of a class or a datatype. */
function kindOf(id: TermId, graph: Graph): readonly Said[] {
  if (isWide(id)) return [];
  if (id === rdfs.Literal) return [{ parameter: sh.nodeKind, value: { kind: 'term', term: sh.Literal } }];
  if (terms.isIri(id)) {
    const isDatatype =
      terms.value(id).startsWith(namespaces.xsd) ||
      id === rdf.langString ||
      graph.has(id, rdf.type, rdfs.Datatype);
    return [{ parameter: isDatatype ? sh.datatype : sh.class, value: { kind: 'term', term: id } }];
  }
  const listed = (property: TermId) => {
    const [list] = graph.objects(id, property);
    return (list === undefined ? undefined : readList(graph, list)) ?? [];
  };
  const members = listed(owlTerm('oneOf'));
  if (members.length > 0) return [{ parameter: sh.in, value: { kind: 'list', members } }];
  const kinds = listed(owlTerm('unionOf')).map((each) =>
    terms.isIri(each) ? kindOf(each, graph)[0] : undefined,
  );
  const parameter = kinds[0]?.parameter;
  const choices = kinds.flatMap((kind) =>
    kind?.parameter === parameter && kind?.value.kind === 'term' ? kind.value.term : [],
  );
  if (parameter === undefined || choices.length < kinds.length) return [];
  return [{ parameter: sh.or, value: { kind: 'or', parameter, choices } }];
}

function owlTerm(name: string): TermId {
  return terms.iri(namespaces.owl + name);
}

function isWide(id: TermId): boolean {
  return id === owl.Thing || id === rdfs.Resource;
}

function isCount(id: TermId): boolean {
  return terms.isLiteral(id) && /^[0-9]{1,6}$/.test(terms.value(id));
}

function count(number: number): DraftedValue {
  return { kind: 'term', term: terms.literal(String(number), xsd.integer) };
}
