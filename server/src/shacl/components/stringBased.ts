import { counted, countedPlainly, inDigits } from '../../base/counted.ts';
import { languageMatcher, matchesLanguageRange } from '../../rdf/languageTag.ts';
import { compileRegex } from '../../rdf/literals/xpathRegex.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { sh, xsd } from '../../rdf/vocab.ts';
import {
  type Component,
  noFailures,
  type ReferenceScope,
  type ResultDetails,
  type ResultWords,
} from '../model/component.ts';
import { illFormed, readCountAs, readFlag, readMembers } from '../model/reading.ts';
import type { ConstraintOf } from '../model/shape.ts';
import { judgesTerms, ofShacl12 } from './commonFacts.ts';
import { atMostAllowed, listed } from './phrases.ts';

/** The common facts of both. rdf-validate-shacl counts UTF-16 units, not characters. */
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
  // The length of an IRI is that of the whole IRI, although messages show its prefixed name.
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

/** SHACL 4.4.3. */
export const patternComponent: Component<'pattern'> = {
  kind: 'pattern',
  iri: sh.PatternConstraintComponent,
  parameter: sh.pattern,
  takes: 'string',
  meaning: 'The text of each value matches a regular expression.',
  refinements: [sh.flags],
  propertyShapesOnly: false,
  single: false,
  read(value, { id, graph }) {
    if (terms.datatype(value) !== xsd.string) return illFormed('The value is not a string.');
    const flagValues = graph.objects(id, sh.flags);
    if (flagValues.length > 1) return illFormed('The shape has several values of sh:flags.');
    const pattern = terms.value(value);
    const flags = flagValues.map((flag) => terms.value(flag)).join('');
    const regex = compileRegex(pattern, flags);
    return regex.kind === 'regex' ? { kind: 'constraint', parameters: { pattern, flags } } : regex;
  },
  prepare({ pattern, flags }) {
    const reading = compileRegex(pattern, flags);
    if (reading.kind === 'illFormed') return { kind: 'value', accepts: () => false };
    return {
      kind: 'value',
      accepts: (value) => (terms.isLiteral(value) || terms.isIri(value)) && reading.test(terms.value(value)),
    };
  },
  message: ({ pattern, flags }, { value }, { subject, found }) =>
    value !== undefined && terms.isBlank(value)
      ? `${subject} is a blank node, which matches no pattern`
      : `${subject} does not match the pattern ${quoted(pattern, flags)}${found}`,
  recordedMessage: ({ pattern, flags }) => `Value does not match the pattern ${quoted(pattern, flags)}`,
  explain: ({ pattern, flags }, { each }) => `${each} must match the pattern ${quoted(pattern, flags)}.`,
  ...judgesTerms,
  literalsOnly: () => false,
  referenceLimit,
};

function quoted(pattern: string, flags: string): string {
  return flags === '' ? `"${pattern}"` : `"${pattern}" (flags ${flags})`;
}

function referenceLimit(
  { pattern, flags }: ConstraintOf<'pattern'>,
  { data }: ReferenceScope,
): string | undefined {
  if (/[^ims]/.test(flags)) return `it does not know the flags "${flags}"`;
  if (/\\[pPicIC]|-\[/.test(pattern) || data.hasAstral || isAstral(pattern)) {
    return 'its regular expressions do not know Unicode categories and characters beyond U+FFFF';
  }
  try {
    new RegExp(pattern, flags);
    return undefined;
  } catch {
    // The shape could be read, so this is valid XPath syntax that JavaScript lacks.
    return 'its regular expressions do not know this syntax';
  }
}

/** SHACL 1.2: no line feed, vertical tab, form feed or carriage return in the text. */
export const singleLineComponent: Component<'singleLine'> = {
  kind: 'singleLine',
  iri: sh.SingleLineConstraintComponent,
  parameter: sh.singleLine,
  takes: 'boolean',
  meaning: 'The text of each value is on one line.',
  refinements: [],
  propertyShapesOnly: false,
  single: true,
  read: readFlag,
  prepare: () => ({
    kind: 'value',
    accepts: (value) => (terms.isLiteral(value) || terms.isIri(value)) && !lineBreak.test(terms.value(value)),
  }),
  message: (_, { value }, { subject, found }) =>
    value !== undefined && terms.isBlank(value)
      ? `${subject} is a blank node, which has no text`
      : `${subject} has a line break, but must be on one line${found}`,
  recordedMessage: () => 'Value has a line break, but must be on one line',
  explain: (_, { each }) => `${each} must be a text on one line.`,
  ...judgesTerms,
  literalsOnly: () => false,
  ...ofShacl12,
};

/** What ends a line for sh:singleLine. */
export const lineBreak = /[\n\v\f\r]/;

/** SHACL 4.4.4. */
export const languageInComponent: Component<'languageIn'> = {
  kind: 'languageIn',
  iri: sh.LanguageInConstraintComponent,
  parameter: sh.languageIn,
  takes: 'languageList',
  meaning: 'Each value is a text in one of the languages of a list.',
  refinements: [],
  propertyShapesOnly: false,
  single: true,
  read(value, { graph }) {
    const reading = readMembers(graph, value);
    if (reading.kind === 'illFormed') return reading;
    return reading.members.every((member) => terms.isLiteral(member))
      ? {
          kind: 'constraint',
          parameters: { languages: reading.members.map((member) => terms.value(member)) },
        }
      : illFormed('A member of the list is not a language tag such as "en".');
  },
  prepare({ languages }) {
    const matches = languageMatcher(languages);
    // Data contain few different language tags, so one verdict per tag is kept.
    const verdicts = new Map<string, boolean>();
    return {
      kind: 'value',
      accepts(value) {
        const tag = terms.language(value);
        let verdict = verdicts.get(tag);
        if (verdict === undefined) {
          verdict = matches(tag);
          verdicts.set(tag, verdict);
        }
        return verdict;
      },
    };
  },
  message({ languages }, { value }, { subject, found }) {
    const allowed = `${languages.length > 1 ? 'one of ' : ''}${listed(languages, String)}`;
    if (value === undefined || !terms.isLiteral(value))
      return `${subject} is not text with a language tag${found}`;
    const tag = terms.language(value);
    if (languages.length === 0) return `${subject} is text, but no language is allowed${found}`;
    return tag === ''
      ? `${subject} has no language tag, but needs ${allowed}${found}`
      : `${subject} is in the language ${tag}, not in ${allowed}${found}`;
  },
  recordedMessage({ languages }, { value }) {
    const tag = value === undefined ? '' : terms.language(value);
    const found = tag === '' ? 'Value has no language tag' : `The language ${tag} is not allowed`;
    return `${found}, allowed are ${listed(languages, String) || 'none'}`;
  },
  explain: ({ languages }, { each }) =>
    `${each} must be text in one of these languages: ${listed(languages, String) || 'none'}.`,
  ...judgesTerms,
  literalsOnly: () => true,
  referenceLimit({ languages }, { data }) {
    const isMisjudged = [...data.languages].some((tag) => {
      const theirs = languages.some((range) => tag.startsWith(range));
      return theirs !== languages.some((range) => matchesLanguageRange(tag, range));
    });
    return isMisjudged ? 'it compares language tags of the data letter by letter' : undefined;
  },
};

/** SHACL 4.4.5: one result for each language that is used more than once. */
export const uniqueLangComponent: Component<'uniqueLang'> = {
  kind: 'uniqueLang',
  iri: sh.UniqueLangConstraintComponent,
  parameter: sh.uniqueLang,
  takes: 'boolean',
  meaning: 'No two values are texts in the same language.',
  refinements: [],
  propertyShapesOnly: true,
  single: true,
  read: readFlag,
  prepare: () => ({ kind: 'focus', failures: (_, values) => repeatedLanguages(values) }),
  message: (_, { language = '', found = 0 }, { focusNode, path }) =>
    `${focusNode} has ${counted(found, 'value')} of ${path} in the language ${language}, but at most 1 is allowed`,
  recordedMessage: (_, { language = '', found = 0 }, { path }) =>
    `The language ${language} is used by ${found} values of ${path}`,
  explain: (_, { path }) => `${path} must have at most one value per language.`,
  asksForValues: false,
  literalsOnly: () => false,
  shownAt: 'valuesOfLanguage',
  referenceLimit: (_, { data }) =>
    data.hasDirections ? 'it does not distinguish texts in one language by their base direction' : undefined,
  reads: () => ({ kind: 'languages' }),
  refersTo: undefined,
  moreTriples: { mayMend: false, mayViolate: 'asValues' },
  excusedBy: 'none',
};

function repeatedLanguages(values: readonly TermId[]): readonly ResultDetails[] {
  if (values.length < 2) return noFailures;
  const languages = values.map(languageAndDirection).filter((language) => language !== '');
  // The term dictionary spells tags that differ only in case alike, so equal tags are equal strings.
  if (languages.length < 2 || new Set(languages).size === languages.length) return noFailures;
  const counts = new Map<string, number>();
  for (const language of languages) counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts]
    .filter(([, found]) => found > 1)
    .map(([language, found]) => ({ language: language.toLowerCase(), found }));
}

/** The language tag of a text with its base direction, as Turtle writes them: `ar--rtl`, which is not `ar` (SHACL 1.2). */
export function languageAndDirection(value: TermId): string {
  const direction = terms.direction(value);
  return direction === '' ? terms.language(value) : `${terms.language(value)}--${direction}`;
}
