import { counted, inDigits } from '../../base/counted.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import type { ConstraintOf } from '../shapesGraph/shape.ts';
import type { ReferenceScope, ResultWords } from './component.ts';
import { atMostAllowed } from './phrases.ts';

/** The length of an IRI or literal in characters (code points); undefined for other terms, which have no string. */
export function lengthOf(id: TermId): number | undefined {
  return hasString(id) ? countCharacters(terms.value(id)) : undefined;
}

/** Whether a term has a string of at least this many characters (code points). */
export function isAtLeast(id: TermId, length: number): boolean {
  if (!hasString(id)) return false;
  const text = terms.value(id);
  // A character has one or two UTF-16 units, so most texts need no counting.
  if (text.length < length) return false;
  return text.length >= 2 * length || countCharacters(text) >= length;
}

/** Whether a term has a string of at most this many characters (code points). */
export function isAtMost(id: TermId, length: number): boolean {
  if (!hasString(id)) return false;
  const text = terms.value(id);
  return text.length <= length || (text.length <= 2 * length && countCharacters(text) <= length);
}

/** Whether a text has characters beyond U+FFFF. */
export function isAstral(text: string): boolean {
  return /[\ud800-\udfff]/.test(text);
}

/** The `referenceLimit` of constraints on lengths: rdf-validate-shacl counts UTF-16 units, not characters. */
export function lengthLimit(
  _: ConstraintOf<'minLength' | 'maxLength'>,
  { data }: ReferenceScope,
): string | undefined {
  return data.hasAstral ? 'it counts characters beyond U+FFFF twice' : undefined;
}

/** The message for a value that is too short or too long, or that has no length. */
export function lengthMessage(
  kind: 'minLength' | 'maxLength',
  limit: number,
  value: TermId | undefined,
  { subject, found }: ResultWords,
): string {
  const length = value === undefined ? undefined : lengthOf(value);
  if (value === undefined || length === undefined) return `${subject} is a blank node, which has no length`;
  const characters = counted(length, 'character');
  // The length of an IRI is that of the whole, of which messages show the prefixed name.
  const has = terms.isIri(value) ? `is an IRI of ${characters}` : `has ${characters}`;
  const required = kind === 'minLength' ? `needs at least ${inDigits(limit)}` : atMostAllowed(limit);
  return `${subject} ${has}, but ${required}${found}`;
}

function hasString(id: TermId): boolean {
  return terms.isLiteral(id) || terms.isIri(id);
}

function countCharacters(text: string): number {
  let count = text.length;
  for (let i = 1; i < text.length; i++) {
    if (isLow(text.charCodeAt(i)) && isHigh(text.charCodeAt(i - 1))) count--;
  }
  return count;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
