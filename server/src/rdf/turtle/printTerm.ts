import { unicodeEscape } from '../nTriples.ts';
import { hasScheme, resolveIri } from '../resolveIri.ts';
import { type TermId, terms } from '../terms.ts';
import { xsd } from '../vocab.ts';
import {
  characterClasses,
  charCodes,
  isLocalEscape,
  isPair,
  localCharacter,
  localStart,
} from './characters.ts';

export interface PrintOptions {
  /** The prefixes in scope, without colons. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** The base IRI in scope; IRIs below it are printed relative to it. */
  readonly base?: string | undefined;
  /** The quote for strings; `"` by default. */
  readonly quote?: '"' | "'" | undefined;
  /** Returns the label of a blank node, without `_:`. */
  readonly label?: ((blankNode: TermId) => string) | undefined;
}

/**
 * Prints a term in the shortest form that Turtle has for it. Parsing the text with the same prefixes and base gives the
 * same term, and the same blank node if it has a label. Triple terms and base directions are printed as in RDF 1.2.
 */
export function printTerm(id: TermId, options: PrintOptions): string {
  switch (terms.kind(id)) {
    case 'iri':
      return printIri(terms.value(id), options);
    case 'blank':
      return `_:${options.label?.(id) ?? safeLabel(terms.value(id))}`;
    case 'literal':
      return printLiteral(id, options);
    case 'triple': {
      const { subject, predicate, object } = terms.triple(id)!;
      return `<<( ${[subject, predicate, object].map((part) => printTerm(part, options)).join(' ')} )>>`;
    }
  }
}

function printLiteral(id: TermId, options: PrintOptions): string {
  const lexical = terms.value(id);
  const datatype = terms.datatype(id)!;
  if (hasShorthand(lexical, datatype)) return lexical;
  const text = printString(lexical, options.quote ?? '"');
  const language = terms.language(id);
  const direction = terms.direction(id);
  if (language) return `${text}@${language}${direction ? `--${direction}` : ''}`;
  return datatype === xsd.string ? text : `${text}^^${printIri(terms.value(datatype), options)}`;
}

function hasShorthand(lexical: string, datatype: TermId): boolean {
  switch (datatype) {
    case xsd.integer:
      return /^[+-]?[0-9]+$/.test(lexical);
    case xsd.decimal:
      return /^[+-]?[0-9]*\.[0-9]+$/.test(lexical);
    case xsd.double:
      return /^[+-]?([0-9]+\.?|[0-9]*\.[0-9]+)[eE][+-]?[0-9]+$/.test(lexical);
    case xsd.boolean:
      return lexical === 'true' || lexical === 'false';
    default:
      return false;
  }
}

/** Prints a quoted string. A string with line ends becomes a multi-line string. */
function printString(lexical: string, quote: '"' | "'"): string {
  const escaped = lexical.replace(/[\\\u0000-\u0009\u000b-\u001f\u007f]/g, escapeControl);
  if (!lexical.includes('\n')) return quote + escaped.replaceAll(quote, `\\${quote}`) + quote;
  const delimiter = quote.repeat(3);
  // A quote needs a backslash where it would close the string: every third in a row, and a final one.
  const last = escaped.endsWith(quote) ? `\\${quote}` : '';
  const rest = last ? escaped.slice(0, -1) : escaped;
  return delimiter + rest.replaceAll(delimiter, `${quote}${quote}\\${quote}`) + last + delimiter;
}

const controls: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\b': '\\b',
  '\r': '\\r',
  '\f': '\\f',
};

function escapeControl(character: string): string {
  return controls[character] ?? unicodeEscape(character);
}

/** No document can contain such an IRI; the escapes only show its errors. */
const notInIri = /[\u0000-\u0020<>"{}|^`\\]/g;

function printIri(iri: string, options: PrintOptions): string {
  return (
    prefixedName(iri, options.prefixes) ??
    `<${(relativeReference(iri, options.base) ?? iri).replace(notInIri, unicodeEscape)}>`
  );
}

/**
 * The name of an IRI under the longest namespace for which its local part can be written; undefined where no prefix does.
 *
 * @param prefixes without colons.
 */
export function prefixedName(iri: string, prefixes: ReadonlyMap<string, string>): string | undefined {
  let best: string | undefined;
  let length = -1;
  for (const [prefix, namespace] of prefixes) {
    if (namespace.length <= length || !iri.startsWith(namespace)) continue;
    const local = escapeLocal(iri.slice(namespace.length));
    if (local === undefined) continue;
    best = `${prefix}:${local}`;
    length = namespace.length;
  }
  return best;
}

/**
 * A local name, escaped where necessary. Undefined when it cannot be escaped, and for names with a slash, question
 * mark, number sign or at sign: these are parts of a longer path, which is more readable as a whole IRI.
 */
function escapeLocal(local: string): string | undefined {
  const codes = charCodes(local);
  let result = '';
  for (let i = 0; i < local.length; i++) {
    const code = codes[i]!;
    const bits = characterClasses[code]!;
    const isPlain = (bits & (i === 0 ? localStart : localCharacter)) !== 0;
    const isInnerDot = code === 0x2e && i > 0 && i < local.length - 1;
    if (isPlain || isInnerDot) result += local[i];
    else if (isPair(codes, i)) result += local[i]! + local[++i]!;
    else if (code === 0x25 && /^[0-9A-Fa-f]{2}/.test(local.slice(i + 1, i + 3))) result += '%';
    else if (isLocalEscape(code) && !'/?#@'.includes(local[i]!)) result += `\\${local[i]}`;
    else return undefined;
  }
  return result;
}

/** The shortest reference that resolves to the IRI, if that is short: `./` for the folder itself. */
export function relativeReference(iri: string, base: string | undefined): string | undefined {
  if (base === undefined) return undefined;
  const document = base.replace(/#[\s\S]*$/, '');
  const folder = document.slice(0, document.lastIndexOf('/') + 1);
  for (const start of [document, folder]) {
    if (start === '' || !iri.startsWith(start)) continue;
    const reference = iri.slice(start.length) || (start === document ? '' : './');
    if (!hasScheme(reference) && resolveIri(reference, base) === iri) return reference;
  }
  return undefined;
}

/** Encodes a label one-to-one as letters, digits and underscores. */
function safeLabel(label: string): string {
  return label.replace(/[^A-Za-z0-9]/g, (character) => `_${character.charCodeAt(0).toString(16)}_`);
}
