import type { Random } from '../../../base/random.ts';
import type { GraphDelta } from '../../../rdf/graph.ts';
import { localName, namespaceOf } from '../../../rdf/iri.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import type { MistakeData } from '../mistakeData.ts';
import { type MistakeOperator, rewritten } from '../mistakeOperator.ts';

/** A class or property with its right name in another vocabulary of the data, as with a prefix that was mixed up. */
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

/** A prefixed name in angle brackets, where it is an IRI of its own: `<ex:thing>` for `ex:thing`. */
export const nameInBrackets: MistakeOperator = {
  title: 'name in angle brackets',
  at: (triple, data, random) =>
    withOtherIri(triple, data, random, (iri) => {
      const prefix = data.prefixOf(namespaceOf(iri));
      const name = localName(iri);
      return prefix === undefined || prefix === '' || name === '' ? undefined : `${prefix}:${name}`;
    }),
};

/** A name that runs into its namespace, as with a prefix that was declared without the sign at its end. */
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
 * A statement with one of its IRIs written otherwise: its property or its value. Undefined where neither can be, or where
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
