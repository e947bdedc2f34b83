import { localName } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { mintBlankNode } from '../../drafts/mint.ts';
import { charactersOf, termWithText } from '../violate/literalText.ts';
import { nearbyLiterals, nearbyText } from '../violate/nearbyTerms.ts';
import { type ViolationEdits, type ViolationGoal, violateByWrongValue } from '../violate/violationEdits.ts';

/** Nobody enters longer texts by mistake, and they would fill the file. */
const maxText = 1000;

/** A longer text that stands nearby, or the text with others behind it, as if they had been pasted there. */
export const maxLengthViolationEdits: ViolationEdits<'maxLength'> = {
  edits: (goal) =>
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
};

/** A text that is continued by what stands nearby until it has some number of characters; by itself, where that is not enough. */
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
