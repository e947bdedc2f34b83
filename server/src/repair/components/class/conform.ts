import { terms } from '../../../rdf/terms.ts';
import { isDescribed, isDescribedInData } from '../../drafts/draft.ts';
import { fixOfChange } from '../../drafts/fix.ts';
import { valuePlaceOf, valueRemovals } from '../../drafts/valuePlace.ts';
import { isOwnTerm } from '../../evidence/ownTerms.ts';
import { betterValues } from '../conform/betterValues.ts';
import type { Candidates } from '../conform/candidates.ts';
import { nodesForText } from '../conform/nodesForText.ts';
import { meantInstance, meantType } from './meantTerm.ts';
import { addType, describeIt, describeLikeOthers, isOntologyMissing, typing } from './missingType.ts';

/** Replaces a typo by the intended value, or adds the class as the value's type. */
export const classCandidates: Candidates<'class'> = {
  offers: [
    'the type that is missing, where the value may have it',
    'another value of the class that the data supports',
    'the node of the class that a text is or names, or a new one that keeps the text',
    'removing the value, if it is not required',
  ],
  *fixes(goal) {
    const { draft, constraint, violation } = goal;
    const { value } = violation;
    if (value === undefined) return;
    const place = valuePlaceOf(goal);
    if (draft.fix.minted.includes(value)) {
      yield fixOfChange(typing(value, constraint.class), 'placeholder');
      return;
    }
    if (place && terms.isLiteral(value)) yield* nodesForText(goal, place, value);
    else if (place) yield* meantInstance(goal, place, value);
    if (!terms.isLiteral(value) && isDescribedInData(draft, value)) {
      yield* meantType(draft, constraint.class, value, place);
      // That the value's class is a subclass stands in an ontology that is not linked, and nothing here is wrong.
      if (isOntologyMissing(draft, constraint.class, value, place)) return;
      yield* addType(draft, constraint.class, value, place);
    }
    if (place === undefined) return;
    yield* describeIt(draft, constraint.class, value, place);
    yield* describeLikeOthers(draft, constraint.class, value, place);
    yield* betterValues(goal, place, value);
    // A missing file is more likely than a wrong value, unless the description would have to be in this file.
    if (
      terms.isLiteral(value) ||
      isDescribedInData(draft, value) ||
      (!isDescribed(draft, value) && isOwnTerm(draft, value, place.focusNode))
    ) {
      yield* valueRemovals(draft, place, value);
    }
  },
};
