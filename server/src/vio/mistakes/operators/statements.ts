import type { Random } from '../../../base/random.ts';
import type { GraphDelta } from '../../../rdf/graph.ts';
import { localName, namespaceOf } from '../../../rdf/iri.ts';
import { isLanguageTerm } from '../../../rdf/publishedVocabularies.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { rdf, xsd } from '../../../rdf/vocab.ts';
import { isOrdered } from '../../../repair/evidence/propertyCharacter.ts';
import { newBlankNode } from '../../../sparql/termCodec.ts';
import { type MistakeData, skos } from '../mistakeData.ts';
import { type MistakeOperator, rewritten } from '../mistakeOperator.ts';

/**
 * A block that was copied from a node of the same type, under the id of another one: that node has the values of both. The
 * statements about it that its peer has as well are stated once.
 */
export const duplicateBlock: MistakeOperator = {
  title: 'duplicate id',
  at({ subject, predicate, object }, data, random) {
    if (predicate !== rdf.type) return undefined;
    const peers = data.data.subjects(rdf.type, object).filter((peer) => peer !== subject);
    const peer = peers[random.below(Math.max(1, peers.length))];
    if (peer === undefined || !terms.isIri(subject)) return undefined;
    const added = data.data
      .outgoing(peer)
      .filter((triple) => triple.predicate !== rdf.type && !terms.isBlank(triple.object))
      .map((triple): Triple => ({ ...triple, subject }))
      .filter((triple) => !data.graph.has(subject, triple.predicate, triple.object));
    return { added, removed: [] };
  },
};

/** A second value: the same text written differently, or what another node of the type has there. */
export const doubledValue: MistakeOperator = {
  title: 'doubled value',
  at(triple, data, random) {
    if (triple.predicate === rdf.type) return undefined;
    const values = [...variants(triple.object), ...valueOfPeer(triple, data, random)];
    const object = values[random.below(Math.max(1, values.length))];
    return object === undefined ? undefined : { added: [{ ...triple, object }], removed: [] };
  },
};

/** The text with another case, with a space too many, or without its language or datatype. */
function variants(literal: TermId): readonly TermId[] {
  const datatype = terms.datatype(literal);
  if (datatype === undefined) return [];
  const text = terms.value(literal);
  const language = terms.language(literal);
  const alike = (other: string) =>
    language === '' ? terms.literal(other, datatype) : terms.languageString(other, language);
  const isText = datatype === xsd.string || language !== '';
  const all = [...(isText ? [alike(`${text} `), alike(text.toLowerCase())] : []), terms.literal(text)];
  return all.filter((each) => each !== literal);
}

function valueOfPeer({ subject, predicate }: Triple, data: MistakeData, random: Random): readonly TermId[] {
  const peers = data.peers(subject);
  const peer = peers[random.below(Math.max(1, peers.length))];
  if (peer === undefined) return [];
  const own = data.graph.objects(subject, predicate);
  return data.data
    .objects(peer, predicate)
    .filter((value) => !own.includes(value) && !terms.isBlank(value))
    .slice(0, 1);
}

/** The value of another node of the type, whose block was copied, with one line left unchanged. */
export const unchangedCopy: MistakeOperator = {
  title: 'value left from a copied block',
  at(triple, data, random) {
    if (triple.predicate === rdf.type) return undefined;
    const [object] = valueOfPeer(triple, data, random);
    return object === undefined ? undefined : rewritten(triple, { object });
  },
};

/** A line that stayed when a node's block was copied to begin the next one, which has no such property. */
export const copiedNeighbour: MistakeOperator = {
  title: "line of a neighbour's copied block",
  at({ subject, predicate, object }, data) {
    const neighbour = data.nextNode(subject);
    if (predicate === rdf.type || neighbour === undefined || terms.isBlank(object)) return undefined;
    if (object === neighbour || data.graph.objects(neighbour, predicate).length > 0) return undefined;
    return { added: [{ subject: neighbour, predicate, object }], removed: [] };
  },
};

/** A value at another node of the type, or at another property of its node. */
export const movedValue: MistakeOperator = {
  title: 'moved value',
  at(triple, data, random) {
    if (triple.predicate === rdf.type) return undefined;
    const places =
      random.below(2) === 0
        ? data.peers(triple.subject).map((subject) => ({ subject }))
        : otherProperties(triple, data);
    const place = places[random.below(Math.max(1, places.length))];
    return place && rewritten(triple, place);
  },
};

function otherProperties({ subject, predicate }: Triple, { data }: MistakeData): readonly Partial<Triple>[] {
  const all = new Set(data.outgoing(subject).map((triple) => triple.predicate));
  return [...all]
    .filter((other) => other !== rdf.type && other !== predicate)
    .map((other) => ({ predicate: other }));
}

/** Subject and object in the wrong order, where both are nodes of the data. */
export const inverseDirection: MistakeOperator = {
  title: 'inverse direction',
  at(triple, data) {
    const { subject, predicate, object } = triple;
    if (predicate === rdf.type || terms.isLiteral(object) || !data.isDescribed(object)) return undefined;
    return rewritten(triple, { subject: object, object: subject });
  },
};

export const missingType: MistakeOperator = {
  title: 'missing type',
  at(triple) {
    return triple.predicate === rdf.type ? { removed: [triple], added: [] } : undefined;
  },
};

/** Another scheme than the concept's own, or the concept with the same name in another scheme. */
export const wrongScheme: MistakeOperator = {
  title: 'wrong scheme',
  at(triple, data, random) {
    const others = inOtherSchemes(triple, data);
    const object = others[random.below(Math.max(1, others.length))];
    return object === undefined ? undefined : rewritten(triple, { object });
  },
};

function inOtherSchemes({ predicate, object }: Triple, { graph, schemes }: MistakeData): readonly TermId[] {
  if (predicate === skos.inScheme || predicate === skos.topConceptOf)
    return [...schemes.keys()].filter((scheme) => scheme !== object);
  const own = graph.objects(object, skos.inScheme);
  if (own.length === 0) return [];
  const name = localName(terms.value(object));
  return [...schemes]
    .filter(([scheme]) => !own.includes(scheme))
    .flatMap(([, concepts]) => concepts.filter((other) => localName(terms.value(other)) === name))
    .filter((other) => other !== object);
}

/**
 * A statement that leads from the end of a chain of statements back to its start, where no chain of the property is closed.
 */
export const cycle: MistakeOperator = {
  title: 'cycle',
  at({ subject, predicate, object }, { graph }) {
    // Classes that are subclasses of one another are the same, which is not a mistake.
    if (isLanguageTerm(predicate) || terms.isLiteral(object) || !isOrdered(graph, predicate))
      return undefined;
    let end = object;
    for (let next: TermId | undefined = end; next !== undefined; next = graph.objects(next, predicate)[0])
      end = next;
    return { added: [{ subject: end, predicate, object: subject }], removed: [] };
  },
};

/** A class or property with its right name in another vocabulary of the data, as when prefixes are mixed up. */
export const wrongNamespace: MistakeOperator = {
  title: 'wrong namespace',
  at(triple, data, random) {
    const isType = triple.predicate === rdf.type;
    const term = isType ? triple.object : triple.predicate;
    const others = inOtherNamespaces(term, data);
    const other = others[random.below(Math.max(1, others.length))];
    if (other === undefined) return undefined;
    return rewritten(triple, isType ? { object: other } : { predicate: other });
  },
};

function inOtherNamespaces(term: TermId, data: MistakeData): readonly TermId[] {
  if (!terms.isIri(term)) return [];
  const iri = terms.value(term);
  return data.vocabularies
    .filter((namespace) => namespace !== namespaceOf(iri))
    .map((namespace) => terms.iri(namespace + localName(iri)));
}

/** `http:` where the IRI has `https:`, or the other way round. */
export const httpForHttps: MistakeOperator = {
  title: 'http for https',
  at: (triple, data, random) =>
    withOtherIri(triple, data, random, (iri) =>
      /^https?:/.test(iri)
        ? iri.replace(/^http(s?):/, (_, s) => (s === 's' ? 'http:' : 'https:'))
        : undefined,
    ),
};

/** A namespace that ends with `#` where it has `/`, or the other way round. */
export const hashForSlash: MistakeOperator = {
  title: '# for /',
  at: (triple, data, random) =>
    withOtherIri(triple, data, random, (iri) => {
      const namespace = namespaceOf(iri);
      const end = namespace.at(-1);
      if (localName(iri) === '' || (end !== '#' && end !== '/')) return undefined;
      return namespace.slice(0, -1) + (end === '#' ? '/' : '#') + localName(iri);
    }),
};

/** A name in the data's own namespace where the value is a term of an authority's list or vocabulary. */
export const localForAuthority: MistakeOperator = {
  title: "local name for authority's IRI",
  at(triple, data) {
    const { predicate, object } = triple;
    if (predicate === rdf.type || !terms.isIri(object) || data.ownNamespace === undefined) return undefined;
    const iri = terms.value(object);
    const name = localName(iri);
    if (name === '' || data.isOwn(namespaceOf(iri))) return undefined;
    const own = terms.iri(data.ownNamespace + name);
    return data.isKnown(own) ? undefined : rewritten(triple, { object: own });
  },
};

/** A prefixed name in angle brackets, where it is an absolute IRI: `<ex:thing>` for `ex:thing`. */
export const nameInBrackets: MistakeOperator = {
  title: 'name in angle brackets',
  at: (triple, data, random) =>
    withOtherIri(triple, data, random, (iri) => {
      const prefix = data.prefixOf(namespaceOf(iri));
      const name = localName(iri);
      return prefix === undefined || prefix === '' || name === '' ? undefined : `${prefix}:${name}`;
    }),
};

/** A name that runs into its namespace, as when a prefix is declared without the sign at its end. */
export const missingSeparator: MistakeOperator = {
  title: 'namespace without its end',
  at: (triple, data, random) =>
    withOtherIri(triple, data, random, (iri) => {
      const namespace = namespaceOf(iri);
      return localName(iri) === '' || !/[#/]$/.test(namespace)
        ? undefined
        : namespace.slice(0, -1) + localName(iri);
    }),
};

/** A name without its namespace, which then belongs to the folder of the file: `<thing>` for `ex:thing`. */
export const relativeIri: MistakeOperator = {
  title: 'relative IRI',
  at(triple, data) {
    const { predicate, object } = triple;
    if (predicate === rdf.type || !terms.isIri(object)) return undefined;
    const iri = terms.value(object);
    const name = localName(iri);
    if (name === '' || !data.isOwn(namespaceOf(iri))) return undefined;
    return rewritten(triple, { object: terms.iri(`file:///data/${name}`) });
  },
};

/**
 * A prefix declared differently, with https for http or another sign at its end: all statements of a file with a term of
 * that namespace as property or class change their meaning.
 */
export const prefixDeclaration: MistakeOperator = {
  title: 'prefix declaration',
  at({ predicate, object }, data, random) {
    const term = predicate === rdf.type ? object : predicate;
    const namespace = terms.isIri(term) ? namespaceOf(terms.value(term)) : '';
    const prefix = data.prefixOf(namespace);
    if (prefix === undefined || data.isOwn(namespace) || !/^https?:.*[#/]$/.test(namespace)) return undefined;
    const others = [
      namespace.replace(/^http(s?):/, (_, s) => (s === 's' ? 'http:' : 'https:')),
      namespace.slice(0, -1) + (namespace.endsWith('#') ? '/' : '#'),
    ];
    const declared = others[random.below(others.length)]!;
    const written = (id: TermId) => {
      const iri = terms.isIri(id) ? terms.value(id) : '';
      return iri.startsWith(namespace) ? terms.iri(declared + iri.slice(namespace.length)) : id;
    };
    const removed = [...data.sites()].filter((triple) =>
      [triple.subject, triple.predicate, triple.object].some((id) => written(id) !== id),
    );
    const added = removed.map((triple) => ({
      subject: written(triple.subject),
      predicate: written(triple.predicate),
      object: written(triple.object),
    }));
    return { removed, added };
  },
};

/** A node described in brackets where the value is a node with a name: its statements become those of a blank node. */
export const blankForNamed: MistakeOperator = {
  title: 'blank node for a named one',
  at(triple, data) {
    const { predicate, object } = triple;
    const said = data.data.outgoing(object);
    if (predicate === rdf.type || !terms.isIri(object) || said.length === 0 || said.length > maxSaid)
      return undefined;
    if (said.some((each) => terms.isBlank(each.object))) return undefined;
    const node = newBlankNode('described');
    const described = said.map((each): Triple => ({ ...each, subject: node }));
    return { removed: [triple], added: [{ ...triple, object: node }, ...described] };
  },
};

/** Longer descriptions are not repeated. */
const maxSaid = 6;

/**
 * A statement with one of its IRIs written differently: its property or its value. Undefined where neither can be, or where
 * the other IRI is in use for something else.
 */
function withOtherIri(
  triple: Triple,
  data: MistakeData,
  random: Random,
  otherIri: (iri: string) => string | undefined,
): GraphDelta | undefined {
  const places = (['predicate', 'object'] as const).flatMap((place) => {
    const term = triple[place];
    if (!terms.isIri(term) || term === rdf.type) return [];
    const other = otherIri(terms.value(term));
    return other === undefined || data.isKnown(terms.iri(other)) ? [] : [{ [place]: terms.iri(other) }];
  });
  const chosen = places[random.below(Math.max(1, places.length))];
  return chosen && rewritten(triple, chosen);
}
