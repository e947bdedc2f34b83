import { isPlausibleIri } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';

/**
 * A term of the same kind with another text: a literal in the same datatype or language, an IRI where the text is one;
 * plain text for everything else.
 */
export function termWithText(value: TermId | undefined, text: string): TermId {
  if (value !== undefined && terms.isIri(value) && isPlausibleIri(text)) {
    return terms.iri(text);
  }
  if (value === undefined || !terms.isLiteral(value)) return terms.literal(text);
  const language = terms.language(value);
  return language ? terms.languageString(text, language) : terms.literal(text, terms.datatype(value)!);
}

/** The text of a literal or IRI in code points, as sh:minLength and sh:maxLength count. */
export function charactersOf(value: TermId | undefined): readonly string[] {
  return value === undefined || terms.isBlank(value) ? [] : [...terms.value(value)];
}
