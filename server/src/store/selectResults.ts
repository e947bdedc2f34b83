import { isObject } from '../base/jsonShape.ts';
import { parseJson } from '../base/parseJson.ts';
import { formatLanguageTag } from '../rdf/languageTag.ts';
import { escapeIri, escapeString } from '../rdf/nTriples.ts';
import { StoreError } from './store.ts';

/** A solution: for each variable that is bound, the term in N-Triples. Labels of blank nodes are those of the answer. */
export type Row = Readonly<Record<string, string | undefined>>;

/**
 * Reads an answer in the SPARQL 1.1 Query Results JSON Format.
 *
 * @throws StoreError when it is something else, or breaks off.
 */
export function readSelectResults(text: string): readonly Row[] {
  const read = parseJson(text);
  if (read.kind === 'error') {
    const isHtml = /^\s*<(?:!doctype|html)/i.test(text);
    throw new StoreError(
      isHtml
        ? 'It answered with a page for people instead of results. Is this the address of the SPARQL endpoint?'
        : 'Its answer is no JSON, or breaks off.',
      { isWorthSplitting: !isHtml },
    );
  }
  const bindings = member(member(read.value, 'results'), 'bindings');
  if (!Array.isArray(bindings)) throw malformed('has no list of results');
  return bindings.map(rowOf);
}

function rowOf(binding: unknown): Row {
  if (!isObject(binding)) throw malformed('has a result that is no object');
  return Object.fromEntries(Object.entries(binding).map(([variable, term]) => [variable, termOf(term)]));
}

function termOf(term: unknown): string {
  const type = member(term, 'type');
  const value = member(term, 'value');
  if (typeof value !== 'string') throw malformed('has a term without a value');
  switch (type) {
    case 'uri':
      if (!absoluteIri.test(value)) throw malformed('has an IRI that is not absolute');
      return `<${escapeIri(value)}>`;
    case 'bnode':
      return `_:b${[...value].map(labelPart).join('')}`;
    case 'literal':
    // Of drafts of the format, which older stores still write.
    case 'typed-literal':
      return literalOf(value, member(term, 'xml:lang'), member(term, 'datatype'));
    default:
      throw malformed('has a term that is no IRI, blank node or literal of RDF 1.1');
  }
}

function literalOf(value: string, language: unknown, datatype: unknown): string {
  const text = `"${escapeString(value)}"`;
  if (language !== undefined && language !== '') {
    if (typeof language !== 'string' || !languageTag.test(language))
      throw malformed('has a language tag that is none');
    return `${text}@${formatLanguageTag(language)}`;
  }
  if (datatype === undefined) return text;
  if (typeof datatype !== 'string' || !absoluteIri.test(datatype))
    throw malformed('has a datatype that is no IRI');
  return `${text}^^<${escapeIri(datatype)}>`;
}

/** Labels keep apart whatever the store kept apart. */
function labelPart(character: string): string {
  return /[A-Za-z0-9]/.test(character) && character !== 'x' ? character : `x${character.codePointAt(0)}x`;
}

const absoluteIri = /^[A-Za-z][A-Za-z0-9+.-]*:/;
const languageTag = /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/;

function member(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function malformed(what: string): StoreError {
  return new StoreError(`Its answer ${what}.`);
}
