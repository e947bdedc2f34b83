import { counted, countedPlainly, inDigits } from '../../base/counted.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { sh } from '../../rdf/vocab.ts';
import type { Component, ResultWords } from '../model/component.ts';
import { readCountAs } from '../model/reading.ts';
import { judgesTerms } from './commonFacts.ts';
import { atMostAllowed } from './phrases.ts';

/** What both have in common. rdf-validate-shacl counts UTF-16 units, not characters. */
const lengthFacts = {
  takes: 'count',
  refinements: [],
  propertyShapesOnly: false,
  single: true,
  read: readCountAs('length'),
  message: ({ kind, length }, { value }, words) => lengthMessage(kind, length, value, words),
  ...judgesTerms,
  literalsOnly: () => false,
  referenceLimit: (_, { data }) => (data.hasAstral ? 'it counts characters beyond U+FFFF twice' : undefined),
} as const satisfies Partial<Component<'minLength' | 'maxLength'>>;

/** SHACL 4.4.1. */
export const minLengthComponent: Component<'minLength'> = {
  kind: 'minLength',
  iri: sh.MinLengthConstraintComponent,
  parameter: sh.minLength,
  meaning: 'The text of each value has at least N characters.',
  prepare: ({ length }) => ({ kind: 'value', accepts: (value) => isAtLeast(value, length) }),
  recordedMessage: ({ length }, { value }) =>
    value !== undefined && lengthOf(value) === undefined
      ? 'Value is a blank node, which has no length'
      : `Value is shorter than ${countedPlainly(length, 'character')}`,
  explain: ({ length }, { each }) => `${each} must have at least ${counted(length, 'character')}.`,
  ...lengthFacts,
};

/** SHACL 4.4.2. */
export const maxLengthComponent: Component<'maxLength'> = {
  kind: 'maxLength',
  iri: sh.MaxLengthConstraintComponent,
  parameter: sh.maxLength,
  meaning: 'The text of each value has at most N characters.',
  prepare: ({ length }) => ({ kind: 'value', accepts: (value) => isAtMost(value, length) }),
  recordedMessage: ({ length }, { value }) =>
    value !== undefined && lengthOf(value) === undefined
      ? 'Value is a blank node, which has no length'
      : `Value is longer than ${countedPlainly(length, 'character')}`,
  explain: ({ length }, { each }) => `${each} must have at most ${counted(length, 'character')}.`,
  ...lengthFacts,
};

/** The length of an IRI or literal in characters (code points); undefined for other terms, which have no string. */
export function lengthOf(id: TermId): number | undefined {
  return hasString(id) ? countCharacters(terms.value(id)) : undefined;
}

/** Whether a term has a string of at least this many characters (code points). */
function isAtLeast(id: TermId, length: number): boolean {
  if (!hasString(id)) return false;
  const text = terms.value(id);
  // A character has one or two UTF-16 units, so most texts need no counting.
  if (text.length < length) return false;
  return text.length >= 2 * length || countCharacters(text) >= length;
}

/** Whether a term has a string of at most this many characters (code points). */
function isAtMost(id: TermId, length: number): boolean {
  if (!hasString(id)) return false;
  const text = terms.value(id);
  return text.length <= length || (text.length <= 2 * length && countCharacters(text) <= length);
}

/** Whether a text has characters beyond U+FFFF. */
export function isAstral(text: string): boolean {
  return /[\ud800-\udfff]/.test(text);
}

/** The message for a value that is too short or too long, or that has no length. */
function lengthMessage(
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
