import { isObject } from '../../base/jsonShape.ts';
import { parseJson } from '../../base/parseJson.ts';
import { formatLanguageTag } from '../../rdf/languageTag.ts';
import { escapeIri, escapeString, termToNTriples } from '../../rdf/nTriples.ts';
import { namespaces, rdf, xsd } from '../../rdf/vocab.ts';
import { StoreError } from './store.ts';

/** A solution: for each variable that is bound, the term in N-Triples. Labels of blank nodes are those of the answer. */
export type SelectRow = Readonly<Record<string, string | undefined>>;

/** Members and items of one row: more than any requested row has. */
const maxPerRow = 100;
const maxDepth = 100_000;
/** Characters of a text in JSON: unescaping a longer one would fill the memory. */
const maxText = 8 * 1024 * 1024;

/**
 * Reads an answer in the SPARQL 1.1 Query Results JSON Format.
 *
 * @param most how many rows the query asks for at most. An answer with far more is not built up in memory.
 * @throws StoreError when it is in another format, or truncated.
 */
export function readSelectResults(text: string, most: number): readonly SelectRow[] {
  const members = countMembersIn(text, (most + 10) * maxPerRow);
  const read = parseJson(text);
  if (read.kind === 'error') throw notJson(text);
  if (members !== countMembers(read.value)) throw malformed('gives a member of an object twice');
  const bindings = member(member(read.value, 'results'), 'bindings');
  if (!Array.isArray(bindings)) throw malformed('has no list of results');
  return bindings.map(rowOf);
}

function notJson(text: string): StoreError {
  if (text.trim() === '') return new StoreError('Its answer is empty.');
  if (/^\s*<(?:!doctype|html)/i.test(text))
    return new StoreError(
      'It answered with a page for people instead of results. Is this the address of the SPARQL endpoint?',
    );
  if (/^\s*</.test(text))
    return new StoreError(
      'It answered in XML, although JSON was asked for. Let it write SPARQL results as JSON.',
    );
  return new StoreError('Its response is invalid or truncated JSON. Raise the time that it gives a query.', {
    isWorthSplitting: true,
  });
}

/**
 * How many members the objects of a JSON text have.
 *
 * @throws StoreError where it is nested too deeply, has a huge text, or more than this many members and items.
 */
function countMembersIn(json: string, most: number): number {
  let [members, items, depth, end] = [0, 0, 0, 0];
  for (let at = 0; at < json.length; at++) {
    switch (json.charCodeAt(at)) {
      case quote:
        end = stringEnd(json, at);
        if (end - at > maxText) throw tooLarge(`has a text of more than ${maxText / 1024 / 1024} MB`);
        at = end;
        break;
      case colon:
        members++;
        break;
      case comma:
        if (++items > most) throw tooLarge('has far more than it was asked for');
        break;
      case openBrace:
      case openBracket:
        if (++depth > maxDepth) throw tooLarge('is nested too deeply');
        break;
      case closeBrace:
      case closeBracket:
        depth--;
    }
  }
  return members;
}

const [quote, colon, comma, openBrace, openBracket, closeBrace, closeBracket] = [...'":,{[}]'].map(
  (character) => character.charCodeAt(0),
) as [number, number, number, number, number, number, number];

/** The place of the quote that ends a string; the end of the text where there is none. */
function stringEnd(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return json.length;
}

/** How many members the objects of a value have: fewer than its text if one is given twice. It may be nested deeply. */
function countMembers(value: unknown): number {
  let count = 0;
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    const members = Object.values(next);
    if (!Array.isArray(next)) count += members.length;
    for (const each of members) open.push(each);
  }
  return count;
}

function rowOf(binding: unknown): SelectRow {
  if (!isObject(binding)) throw malformed('has a result that is not an object');
  return Object.fromEntries(Object.entries(binding).map(([variable, term]) => [variable, termOf(term)]));
}

function termOf(term: unknown): string {
  if (!isObject(term)) throw malformed('has a term that is not an object');
  const unknown = Object.keys(term).find((name) => !termMembers.has(name));
  if (unknown !== undefined) throw malformed('has a term with a member that SPARQL 1.1 does not know');
  const type = member(term, 'type');
  const value = member(term, 'value');
  if (type === 'triple') throw malformed('has a triple term, which is not read');
  if (typeof value !== 'string') throw malformed('has a term without a value');
  if (loneSurrogate.test(value)) throw malformed('has a term that is not valid Unicode');
  const language = member(term, 'xml:lang');
  const datatype = member(term, 'datatype');
  switch (type) {
    case 'uri':
      return iriOf(value, 'has an IRI that is none');
    case 'bnode':
      return `_:b${[...value].map(labelPart).join('')}`;
    case 'literal':
      return literalOf(value, language, datatype);
    // From drafts of the format; older stores still write it.
    case 'typed-literal':
      if (datatype === undefined) throw malformed('has a literal that lacks its datatype');
      return literalOf(value, language, datatype);
    default:
      throw malformed('has a term that is not an IRI, blank node or literal of RDF 1.1');
  }
}

const termMembers: ReadonlySet<string> = new Set(['type', 'value', 'xml:lang', 'datatype']);

function iriOf(value: unknown, problem: string): string {
  if (typeof value !== 'string' || !absoluteIri.test(value) || escapeIri(value) !== value)
    throw malformed(problem);
  return `<${value}>`;
}

function literalOf(value: string, language: unknown, datatype: unknown): string {
  const text = `"${escapeString(value)}"`;
  const type = datatype === undefined ? undefined : iriOf(datatype, 'has a datatype that is not an IRI');
  const hasLanguage = language !== undefined && language !== '';
  if (hasLanguage ? type !== undefined && type !== langString : languageTypes.has(type))
    throw malformed('has a literal whose language and datatype do not fit');
  if (hasLanguage) {
    if (typeof language !== 'string' || !languageTag.test(language))
      throw malformed('has an invalid language tag');
    return `${text}@${formatLanguageTag(language)}`;
  }
  return type === undefined || type === xsdString ? text : `${text}^^${type}`;
}

const langString = termToNTriples(rdf.langString);
const xsdString = termToNTriples(xsd.string);
const languageTypes: ReadonlySet<string | undefined> = new Set([
  langString,
  `<${namespaces.rdf}dirLangString>`,
]);

/** Labels keep all distinctions of the store. */
function labelPart(character: string): string {
  return /[A-Za-z0-9]/.test(character) && character !== 'x' ? character : `x${character.codePointAt(0)}x`;
}

const loneSurrogate = /[\ud800-\udfff]/u;
const absoluteIri = /^[A-Za-z][A-Za-z0-9+.-]*:/;
const languageTag = /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/;

function member(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function tooLarge(what: string): StoreError {
  return new StoreError(`Its answer ${what}.`, { isWorthSplitting: true, isTooLarge: true });
}

/** The statements about other nodes may be well-formed. */
function malformed(what: string): StoreError {
  return new StoreError(`Its answer ${what}.`, { isWorthSplitting: true });
}
