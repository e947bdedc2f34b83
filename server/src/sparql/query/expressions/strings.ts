import { literalValue } from '../../../rdf/literals/literalValue.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { namespaces, rdf, xsd } from '../../../rdf/vocab.ts';

/** A string literal: with a language tag, or a simple one. */
export interface StringLiteral {
  readonly text: string;
  /** Empty for a simple one. */
  readonly language: string;
}

const anyUri = terms.constant(`${namespaces.xsd}anyURI`);

/** Reads an argument that must be a string literal; undefined for all other terms. */
export function readString(term: TermId): StringLiteral | undefined {
  const datatype = terms.datatype(term);
  if (datatype === xsd.string) return { text: terms.value(term), language: '' };
  if (datatype === rdf.langString) return { text: terms.value(term), language: terms.language(term) };
  // Types that XSD derives from strings.
  const isString = datatype !== undefined && datatype !== anyUri && literalValue(term)?.kind === 'string';
  return isString ? { text: terms.value(term), language: '' } : undefined;
}

/** Reads an argument that must be a string without language tag. */
export function readSimpleString(term: TermId): string | undefined {
  const string = readString(term);
  return string?.language === '' ? string.text : undefined;
}

export function stringTerm(text: string, language: string): TermId {
  return language ? terms.languageString(text, language) : terms.literal(text);
}

/** Whether a function may take both strings (SPARQL 1.1, 17.4.3.1.2). */
export function areCompatible(first: StringLiteral, second: StringLiteral): boolean {
  return second.language === '' || second.language === first.language;
}
