import { localName, namespaceOf } from '../../rdf/iri.ts';
import { knownNamespaces } from '../../rdf/knownPrefixes.ts';
import { charactersOf, termWithText } from '../../rdf/literals/literalText.ts';
import { compileRegex } from '../../rdf/literals/xpathRegex.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { isDescribed } from '../drafts/draft.ts';
import { type Fix, fixOfChange } from '../drafts/fix.ts';
import { mintBlankNode } from '../drafts/mint.ts';
import { replaceValue } from '../drafts/valuePlace.ts';
import { misusedTags } from '../evidence/languages.ts';
import { hasKnownScheme } from '../values/textAsIri.ts';
import { type ComponentRepair, unknownIntendedValue } from './component.ts';
import { exchangeValue } from './conform/exchangeValue.ts';
import { nearbyLiterals, nearbyTerms, nearbyText } from './violate/nearbyTerms.ts';
import { slipsOf } from './violate/typingSlips.ts';
import {
  isRepairing,
  placeOfValues,
  usualValues,
  type ViolationGoal,
  valuesAt,
  violateByWrongValue,
} from './violate/violationEdits.ts';

/** Lengthens the text by something known, or offers it as a start. */
const minLengthRepair: ComponentRepair<'minLength'> = {
  offers: [
    'the number with leading zeros',
    'another label of the node that is long enough',
    'another value that the data supports',
    'the text to be completed',
    'removing the value, if it is not required',
  ],
  fixes: exchangeValue,
  /** The text, cut to one character fewer than required; no text at all if none is too short. */
  violationEdits: (goal) =>
    violateByWrongValue(goal, function* (given): Iterable<TermId> {
      const { length } = goal.constraint;
      const value = given ?? terms.literal(nearbyText(goal));
      if (length > 0) {
        yield termWithText(
          value,
          charactersOf(value)
            .slice(0, length - 1)
            .join(''),
        );
      }
      yield mintBlankNode(goal.draft);
    }),
  violatedBy: 'refusedValue',
  unknown: unknownIntendedValue,
};

/** Shortens the text. */
const maxLengthRepair: ComponentRepair<'maxLength'> = {
  offers: [
    'the text without unnecessary spaces, or the code without separators',
    'another label of the node that is short enough',
    'the date or language code that the text means, if that is short enough',
    'the text cut at a word',
    'the text cut at the last character that is allowed',
    'another value that the data supports',
    'removing the value, if it is not required',
  ],
  fixes: exchangeValue,
  /** A longer text nearby, or the text followed by others, as if they had been pasted there. */
  violationEdits: (goal) =>
    violateByWrongValue(goal, function* (given): Iterable<TermId> {
      const { length } = goal.constraint;
      const value = given === undefined || terms.isBlank(given) ? terms.literal(nearbyText(goal)) : given;
      if (length < maxText) {
        if (terms.isLiteral(value)) {
          for (const literal of nearbyLiterals(goal)) {
            const text = terms.value(literal);
            if ([...text].length > length && [...text].length <= maxText) yield termWithText(value, text);
          }
        }
        yield withOthersBehind(value, length + 1, goal);
      }
      yield mintBlankNode(goal.draft);
    }),
  violatedBy: 'refusedValue',
  unknown: unknownIntendedValue,
};

/** Nobody enters longer texts by mistake, and they would fill the file. */
const maxText = 1000;

/**
 * A text continued by nearby texts until it has some number of characters; by repeating itself, where that is not enough.
 */
function withOthersBehind(value: TermId, least: number, goal: ViolationGoal): TermId {
  const own = terms.isIri(value) ? localName(terms.value(value)) : terms.value(value);
  const separator = terms.isIri(value) ? '-' : ', ';
  const others = new Set([...nearbyLiterals(goal)].map((literal) => terms.value(literal).trim()));
  others.delete(own.trim());
  const words = (text: string) => (terms.isIri(value) ? text.split(/[^\p{L}\p{N}]+/u).join('-') : text);
  const pasted = [...others].map(words).filter((text) => text !== '' && text.length <= maxPasted);
  let text = terms.value(value);
  for (let i = 0; charactersOf(terms.literal(text)).length < least; i++) {
    text += separator + (pasted[i % (pasted.length + 1)] ?? (own === '' ? 'x' : own));
  }
  return termWithText(value, text);
}

const maxPasted = 80;

/** Writes the text as the pattern requires. */
const patternRepair: ComponentRepair<'pattern'> = {
  offers: [
    'the date or the code of a language that the text says, as the pattern wants it',
    'the text with other spaces, case, separators or punctuation around it',
    'the text with the beginning, the end or the leading zeros that the pattern asks for',
    'the only part of the text that matches',
    'another value that the data supports',
    'a short text that matches, to be filled in',
    'removing the value, if it is not required',
  ],
  fixes: exchangeValue,
  /** Typing errors that the pattern rejects: a missing character, a different case, a space too many, an empty text. */
  *violationEdits(goal) {
    yield* withOtherScheme(goal);
    yield* violateByWrongValue(goal, function* (given): Iterable<TermId> {
      const value = given ?? terms.literal(nearbyText(goal));
      const characters = charactersOf(value);
      const text = characters.join('');
      for (let i = 0; i < Math.min(characters.length, maxDropped); i++) {
        // What a shape forbids is not repaired by misspelling it.
        if (isRepairing(goal) && (isAddress(value) || /[\p{L}\p{N}]/u.test(characters[i]!))) continue;
        yield termWithText(value, characters.filter((_, j) => j !== i).join(''));
      }
      // Another address is another thing.
      if (isRepairing(goal) && isAddress(value)) return;
      yield termWithText(value, text.toUpperCase());
      yield termWithText(value, text.toLowerCase());
      yield* slipsOf(value, goal);
      yield termWithText(value, `${text} `);
      yield termWithText(value, ` ${text}`);
      yield* nearbyTerms(goal);
      yield termWithText(value, '');
      yield mintBlankNode(goal.draft);
    });
  },
  violatedBy: 'refusedValue',
  unknown: unknownIntendedValue,
};

const maxDropped = 12;

/** The address with https, where a shape forbids it with http. */
function* withOtherScheme(goal: ViolationGoal<'pattern'>): Iterable<Fix> {
  const place = isRepairing(goal) ? placeOfValues(goal) : undefined;
  const reading = compileRegex(goal.constraint.pattern, goal.constraint.flags);
  if (place === undefined || reading.kind === 'illFormed') return;
  for (const value of valuesAt(goal)) {
    if (!isAddress(value) || isDescribed(goal.draft, value)) continue;
    if (knownNamespaces.has(namespaceOf(terms.value(value)))) continue;
    const secure = terms.value(value).replace(/^http:/, 'https:');
    if (secure === terms.value(value) || reading.test(secure)) continue;
    const change = replaceValue(goal.draft, place, value, termWithText(value, secure));
    if (change) yield fixOfChange(change, 'plausible', { kind: 'form', words: 'with https' });
  }
}

/** True for IRIs, also as text. */
function isAddress(term: TermId): boolean {
  return terms.isIri(term) || (terms.isLiteral(term) && hasKnownScheme(terms.value(term)));
}

/** Joins the lines of the text. */
const singleLineRepair: ComponentRepair<'singleLine'> = {
  offers: [
    'the text with its lines joined by spaces',
    'another value that the data supports',
    'removing the value, if it is not required',
  ],
  fixes: exchangeValue,
  /** The text broken between two words, or followed by a line break, as when it is pasted from elsewhere. */
  violationEdits: (goal) =>
    violateByWrongValue(goal, function* (given): Iterable<TermId> {
      const value = given === undefined || terms.isBlank(given) ? terms.literal(nearbyText(goal)) : given;
      const text = terms.value(value);
      if (terms.isLiteral(value)) {
        const broken = text.replace(/ +/, '\n');
        if (broken !== text) yield termWithText(value, broken);
        yield termWithText(value, `${text}\n`);
      }
      yield mintBlankNode(goal.draft);
    }),
  violatedBy: 'refusedValue',
  unknown: unknownIntendedValue,
};

/** Puts the text into an allowed language. */
const languageInRepair: ComponentRepair<'languageIn'> = {
  offers: [
    'the text in the allowed form of its language, or in the only language that is allowed',
    'the text in one of the allowed languages, those first that others use',
    'the text in another language, to be translated',
    'another value that the data supports',
    'removing the value, if it is not required',
  ],
  fixes: exchangeValue,
  /** The same text without a language, or in one that is not in the list and that the data has, there or elsewhere. */
  violationEdits: (goal) =>
    violateByWrongValue(goal, function* (value): Iterable<TermId> {
      const text = value !== undefined && terms.isLiteral(value) ? terms.value(value) : nearbyText(goal);
      for (const other of usualValues(goal)) {
        const language = terms.isLiteral(other) ? terms.language(other) : undefined;
        if (language) yield terms.languageString(text, language);
      }
      yield terms.literal(text);
      if (isRepairing(goal)) return;
      for (const language of misusedTags(value === undefined ? '' : terms.language(value))) {
        yield terms.languageString(text, language);
      }
    }),
  violatedBy: 'refusedValue',
  unknown: (_, { value }) => `the files don't say which language ${value} is in`,
};

/** By the kind of the constraint. */
export const stringRepairs = {
  minLength: minLengthRepair,
  maxLength: maxLengthRepair,
  pattern: patternRepair,
  languageIn: languageInRepair,
  singleLine: singleLineRepair,
};
