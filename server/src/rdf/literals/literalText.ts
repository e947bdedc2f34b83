import { isPlausibleIri } from '../iri.ts';
import { type TermId, terms } from '../terms.ts';

/**
 * A term with another text and, if possible, of the same kind: a literal with the same datatype or language, or an IRI
 * if the text is one; otherwise a plain string.
 */
export function termWithText(value: TermId | undefined, text: string): TermId {
  if (value !== undefined && terms.isIri(value) && isPlausibleIri(text)) {
    return terms.iri(text);
  }
  if (value === undefined || !terms.isLiteral(value)) return terms.literal(text);
  const language = terms.language(value);
  return language ? terms.languageString(text, language) : terms.literal(text, terms.datatype(value)!);
}

/** The code points of a literal or IRI, as sh:minLength and sh:maxLength count them. */
export function charactersOf(value: TermId | undefined): readonly string[] {
  return value === undefined || terms.isBlank(value) ? [] : [...terms.value(value)];
}
