import { misspelt } from '../../../base/misspelt.ts';
import { seededRandom, seedOf } from '../../../base/random.ts';
import { localName } from '../../../rdf/iri.ts';
import { termWithText } from '../../../rdf/literals/literalText.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { isRepairing, type ViolationGoal } from './violationEdits.ts';

const maxSlips = 6;

/**
 * Typing errors of a text: with a letter or digit left out, typed twice, swapped or beside the right key, or in the wrong
 * case. The same text has always the same slips.
 */
export function typingSlips(text: string): readonly string[] {
  const random = seededRandom(seedOf(1, text));
  const slips = new Set<string>();
  for (let i = 0; i < maxSlips; i++) {
    const slip = misspelt(text, random);
    if (slip !== undefined) slips.add(slip);
  }
  const digits = [...text.matchAll(/\d/g)].map(({ index }) => index);
  const place = digits[random.below(Math.max(1, digits.length))];
  if (place !== undefined) {
    const [before, digit, after] = [text.slice(0, place), text[place]!, text.slice(place + 1)];
    slips.add(before + String((Number(digit) + 1) % 10) + after);
    slips.add(before + digit + digit + after);
    slips.add(before + after);
  }
  const last = [...text].at(-1);
  if (slips.size === 0 && last !== undefined) {
    slips.add(text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase());
    slips.add(text + last);
  }
  slips.delete(text);
  slips.delete('');
  return [...slips];
}

/** A literal with a mistyped text, or an IRI with a mistyped local name. Repairs make no typing errors. */
export function slipsOf(term: TermId, goal: Pick<ViolationGoal, 'draft'>): readonly TermId[] {
  if (terms.isBlank(term) || isRepairing(goal)) return [];
  const text = terms.value(term);
  const name = terms.isIri(term) ? localName(text) : text;
  // An IRI may end in the separator after its name.
  const start = text.lastIndexOf(name);
  return typingSlips(name).map((slip) =>
    termWithText(term, text.slice(0, start) + slip + text.slice(start + name.length)),
  );
}
