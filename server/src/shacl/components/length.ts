import { type TermId, terms } from '../../rdf/terms.ts';
import type { ConstraintOf } from '../shapesGraph/shape.ts';
import type { ReferenceScope } from './component.ts';

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
