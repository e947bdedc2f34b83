import type { Graph } from '../../rdf/graph.ts';
import { localName, namespaceOf } from '../../rdf/iri.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { sh } from '../../rdf/vocab.ts';
import type { TermPrinter } from '../../shacl/model/words.ts';

export interface Inverse {
  readonly inverse: TermId;
  /** For example: owl:inverseOf brick:hasPoint. */
  readonly because: (term: TermPrinter) => string;
}

/**
 * The properties that state the same as another one from the other end: by owl:inverseOf or any other property of that
 * name, by a shape that takes either (`p` or `[ sh:inversePath q ]`), or by what common vocabularies state about their own.
 */
export function inversesOf(graph: Graph, property: TermId): readonly Inverse[] {
  const found = new Map<TermId, Inverse['because']>();
  const add = (inverse: TermId, because: Inverse['because']) => {
    if (terms.isIri(inverse) && !found.has(inverse)) found.set(inverse, because);
  };
  const declared = (predicate: TermId) => (term: TermPrinter) => `${term(predicate)} ${term(property)}`;
  for (const { predicate, object } of graph.outgoing(property)) {
    if (isInverseOf(predicate)) add(object, declared(predicate));
  }
  for (const { predicate, subject } of graph.incoming(property)) {
    if (isInverseOf(predicate)) add(subject, declared(predicate));
    else if (predicate === sh.inversePath) {
      for (const twin of alternativesTo(graph, subject)) {
        add(twin, (term) => `a shape takes ${term(property)} as its inverse`);
      }
    }
  }
  // The other member of the list is beside the property itself.
  for (const twin of invertedAlternatives(graph, property)) {
    add(twin, (term) => `a shape takes it as the inverse of ${term(property)}`);
  }
  const known = knownInverse(property);
  if (known !== undefined) add(known, (term) => `the inverse of ${term(property)}`);
  return [...found].map(([inverse, because]) => ({ inverse, because }));
}

/**
 * The nodes that state an inverse of the property about a triple's subject, while the triple's own object does not: the two
 * directions contradict each other. Only where subjects have one value of the property each.
 */
export function inverseStatements(
  graph: Graph,
  { subject, predicate, object }: Triple,
  schema: Graph = graph,
): readonly { readonly value: TermId; readonly inverse: TermId }[] {
  if (terms.isLiteral(object) || graph.objects(subject, predicate).length > 1) return [];
  const inverses = inversesOf(schema, predicate).map(({ inverse }) => inverse);
  if (inverses.some((inverse) => graph.has(object, inverse, subject))) return [];
  const uses = graph.withPredicate(predicate);
  if (uses.length > maxUses || new Set(uses.map((each) => each.subject)).size < uses.length) return [];
  return inverses.flatMap((inverse) => graph.subjects(inverse, subject).map((value) => ({ value, inverse })));
}

const maxUses = 3000;

function isInverseOf(predicate: TermId): boolean {
  return localName(terms.value(predicate)) === 'inverseOf';
}

const maxMembers = 8;

/** The members of the list of sh:alternativePath around one member. */
function listAround(graph: Graph, member: TermId): readonly TermId[] {
  return graph
    .subjects(rdfFirst, member)
    .slice(0, maxMembers)
    .flatMap((cell) => {
      let head = cell;
      for (let i = 0; i < maxMembers; i++) {
        const [before] = graph.subjects(rdfRest, head);
        if (before === undefined) break;
        head = before;
      }
      if (graph.subjects(sh.alternativePath, head).length === 0) return [];
      const members: TermId[] = [];
      for (let each: TermId | undefined = head; each !== undefined && members.length < maxMembers; ) {
        members.push(...graph.objects(each, rdfFirst));
        each = graph.objects(each, rdfRest)[0];
      }
      return members;
    });
}

function alternativesTo(graph: Graph, inversePath: TermId): readonly TermId[] {
  return listAround(graph, inversePath).filter((member) => terms.isIri(member));
}

function invertedAlternatives(graph: Graph, property: TermId): readonly TermId[] {
  return listAround(graph, property)
    .filter((member) => terms.isBlank(member))
    .flatMap((member) => graph.objects(member, sh.inversePath))
    .filter((inverse) => terms.isIri(inverse));
}

const rdfNamespace = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const rdfFirst = terms.constant(`${rdfNamespace}first`);
const rdfRest = terms.constant(`${rdfNamespace}rest`);

/** Statements from the specifications of vocabularies, which are seldom linked. */
const vocabularies: readonly (readonly [namespace: string, ...pairs: (readonly [string, string])[]])[] = [
  [
    'http://www.w3.org/2004/02/skos/core#',
    ['broader', 'narrower'],
    ['broaderTransitive', 'narrowerTransitive'],
    ['broadMatch', 'narrowMatch'],
    ['hasTopConcept', 'topConceptOf'],
  ],
  [
    'http://purl.org/dc/terms/',
    ['hasPart', 'isPartOf'],
    ['hasVersion', 'isVersionOf'],
    ['hasFormat', 'isFormatOf'],
    ['replaces', 'isReplacedBy'],
    ['requires', 'isRequiredBy'],
    ['references', 'isReferencedBy'],
  ],
  ['http://xmlns.com/foaf/0.1/', ['maker', 'made'], ['depiction', 'depicts'], ['page', 'topic']],
  [
    'http://www.w3.org/ns/org#',
    ['memberOf', 'hasMember'],
    ['hasUnit', 'unitOf'],
    ['hasSubOrganization', 'subOrganizationOf'],
    ['hasSite', 'siteOf'],
    ['hasPost', 'postIn'],
    ['holds', 'heldBy'],
  ],
  [
    'https://schema.org/',
    ['hasPart', 'isPartOf'],
    ['member', 'memberOf'],
    ['subOrganization', 'parentOrganization'],
    ['containsPlace', 'containedInPlace'],
    ['workExample', 'exampleOfWork'],
    ['alumni', 'alumniOf'],
    ['subEvent', 'superEvent'],
    ['mainEntity', 'mainEntityOfPage'],
  ],
  [
    'http://www.w3.org/ns/sosa/',
    ['hosts', 'isHostedBy'],
    ['madeObservation', 'madeBySensor'],
    ['observes', 'isObservedBy'],
    ['hasResult', 'isResultOf'],
    ['hasSample', 'isSampleOf'],
    ['hasFeatureOfInterest', 'isFeatureOfInterestOf'],
  ],
  [
    'https://brickschema.org/schema/Brick#',
    ['hasPoint', 'isPointOf'],
    ['hasPart', 'isPartOf'],
    ['hasLocation', 'isLocationOf'],
    ['feeds', 'isFedBy'],
    ['meters', 'isMeteredBy'],
  ],
  ['http://www.w3.org/2006/time#', ['before', 'after'], ['inside', 'intervalContains']],
  ['http://www.opengis.net/ont/geosparql#', ['sfContains', 'sfWithin'], ['ehContains', 'ehInside']],
];

const known: ReadonlyMap<string, string> = new Map(
  vocabularies
    .flatMap((each) =>
      each[0] === 'https://schema.org/' ? [each, ['http://schema.org/', ...each.slice(1)]] : [each],
    )
    .flatMap(([namespace, ...pairs]) =>
      (pairs as (readonly [string, string])[]).flatMap(([one, other]): [string, string][] => [
        [`${namespace as string}${one}`, `${namespace as string}${other}`],
        [`${namespace as string}${other}`, `${namespace as string}${one}`],
      ]),
    ),
);

/** A property that is the inverse according to common vocabularies, or by names such as hasPart and isPartOf. */
function knownInverse(property: TermId): TermId | undefined {
  const iri = terms.value(property);
  const inverse = known.get(iri);
  return inverse === undefined ? undefined : terms.iri(inverse);
}

/** True for names of the same relation from both ends: hasPart and isPartOf or partOf. */
export function areNamedInversely(one: TermId, other: TermId): boolean {
  const [a, b] = [terms.value(one), terms.value(other)];
  if (namespaceOf(a) !== namespaceOf(b)) return false;
  return isNamedBack(localName(a), localName(b)) || isNamedBack(localName(b), localName(a));
}

function isNamedBack(has: string, of: string): boolean {
  const noun = /^has(\p{Lu}.*)$/u.exec(has)?.[1];
  if (noun === undefined) return false;
  return of === `is${noun}Of` || of === `${noun[0]!.toLowerCase()}${noun.slice(1)}Of`;
}
