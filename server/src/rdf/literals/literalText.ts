import { isPlausibleIri } from '../iri.ts';
import { type TermId, terms } from '../terms.ts';
import type { Decimal } from './decimal.ts';

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

/** Prints the number without an exponent and with at least `fractionDigits` digits after the point. */
export function printDecimal({ unscaled, scale }: Decimal, fractionDigits: number): string {
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits
    .slice(digits.length - scale)
    .replace(/0+$/, '')
    .padEnd(fractionDigits, '0');
  return `${unscaled < 0n ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`;
}
