import { isAbsoluteIri } from '../rdf/iri.ts';
import { escapeString } from '../rdf/nTriples.ts';
import { type TermId, type Triple, terms } from '../rdf/terms.ts';
import { xsd } from '../rdf/vocab.ts';

/**
 * Encodes terms for updates. SPARQL cannot name an existing blank node, and SPARQL 1.1 has no triple terms, base
 * directions or invalid IRIs. Such terms become IRIs: `urn:x-bnode:` with the blank node's label, or `urn:x-term:` with
 * JSON. Blank nodes that an update creates are written as `_:name`.
 */
const blankPrefix = 'urn:x-bnode:';
const termPrefix = 'urn:x-term:';
const newPrefix = 'new:';

/**
 * A new blank node that no document contains. Equal names give equal nodes; names consist of ASCII letters and digits.
 */
export function newBlankNode(name: string): TermId {
  return terms.blankNode(newPrefix + name);
}

/** True for a blank node that an update creates, false for those of documents. */
export function isNewBlankNode(term: TermId): boolean {
  return terms.isBlank(term) && terms.value(term).startsWith(newPrefix);
}

/** The IRI that represents a graph's blank node wherever text leaves the program. */
export function skolemIri(blankNode: TermId): string {
  return blankPrefix + encodeURIComponent(terms.value(blankNode));
}

/** Prints a term for SPARQL 1.1; `decodeIri` and `newBlankNode` are the inverse. */
export function printSparqlTerm(term: TermId): string {
  if (isNewBlankNode(term)) return `_:${terms.value(term).slice(newPrefix.length)}`;
  const iri = encodedIri(term);
  if (iri !== undefined) return `<${iri}>`;
  const language = terms.language(term);
  const datatype = terms.datatype(term)!;
  const text = `"${escapeString(terms.value(term))}"`;
  if (language) return `${text}@${language}`;
  return datatype === xsd.string ? text : `${text}^^${printSparqlTerm(datatype)}`;
}

/** The IRI that encodes a term for SPARQL 1.1; undefined for literals that SPARQL itself supports. */
export function encodedIri(term: TermId): string | undefined {
  const value = terms.value(term);
  switch (terms.kind(term)) {
    case 'iri':
      return isPlainIri(value) ? value : stand(term);
    case 'blank':
      return skolemIri(term);
    case 'literal':
      return terms.direction(term) || /\p{Surrogate}/u.test(value) ? stand(term) : undefined;
    case 'triple':
      return stand(term);
  }
}

/** An IRI for any term: its own, or one that encodes it. */
export function standInIri(term: TermId): string {
  return encodedIri(term) ?? stand(term);
}

/** True for an IRI that encodes a blank node. */
export function isSkolemIri(iri: string): boolean {
  return iri.startsWith(blankPrefix);
}

/** The term that an IRI of an update means: the IRI itself, or the term that it encodes. */
export function decodeIri(value: string): TermId {
  if (value.startsWith(blankPrefix)) {
    return terms.blankNode(decode(value.slice(blankPrefix.length)) ?? value);
  }
  if (value.startsWith(termPrefix)) {
    return fromPlain(parseJson(decode(value.slice(termPrefix.length)))) ?? terms.iri(value);
  }
  return terms.iri(value);
}

function isPlainIri(value: string): boolean {
  return isAbsoluteIri(value) && !value.startsWith(blankPrefix) && !value.startsWith(termPrefix);
}

function stand(term: TermId): string {
  return `${termPrefix}${encodeURIComponent(JSON.stringify(toPlain(term)))}`;
}

type Plain =
  | readonly ['iri' | 'blank', string]
  | readonly ['literal', string, ...unknown[]]
  | readonly unknown[];

function toPlain(term: TermId): Plain {
  const value = terms.value(term);
  switch (terms.kind(term)) {
    case 'iri':
    case 'blank':
      return [terms.kind(term), value];
    case 'literal': {
      const language = terms.language(term);
      if (language) return ['text', value, language, terms.direction(term)];
      return ['literal', value, toPlain(terms.datatype(term)!)];
    }
    case 'triple': {
      const { subject, predicate, object } = terms.triple(term)!;
      return ['triple', toPlain(subject), toPlain(predicate), toPlain(object)];
    }
  }
}

/** Undefined when the JSON is not ours, as in a model's answer. */
function fromPlain(plain: unknown): TermId | undefined {
  if (!Array.isArray(plain)) return undefined;
  const [kind, a, b, c] = plain as unknown[];
  if (kind === 'triple') {
    const subject = fromPlain(a);
    const predicate = fromPlain(b);
    const object = fromPlain(c);
    if (subject === undefined || predicate === undefined || object === undefined) return undefined;
    return terms.tripleTerm({ subject, predicate, object } satisfies Triple);
  }
  if (typeof a !== 'string') return undefined;
  if (kind === 'iri') return terms.iri(a);
  if (kind === 'blank') return terms.blankNode(a);
  if (kind === 'literal') {
    const datatype = fromPlain(b);
    return datatype === undefined ? undefined : terms.literal(a, datatype);
  }
  if (kind === 'text' && typeof b === 'string' && (c === '' || c === 'ltr' || c === 'rtl')) {
    return terms.languageString(a, b, c);
  }
  return undefined;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign: not an IRI that we wrote.
    return undefined;
  }
}

function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    // Not an IRI that we wrote.
    return undefined;
  }
}
