import { orList } from '../../base/wordSearch.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import type { ComponentRepair } from './component.ts';
import { exchangeValue } from './conform/exchangeValue.ts';
import { valueToFillIn } from './hasValue.ts';
import { membersLike } from './rewrite/in.ts';
import { nearbyTerms } from './violate/nearbyTerms.ts';
import { slipsOf } from './violate/typingSlips.ts';
import { isRepairing, usualValues, violateByWrongValue } from './violate/violationEdits.ts';

/** Replaces the value by the intended member, by text, name or label, or by one of a few members. */
export const inRepair: ComponentRepair<'in'> = {
  offers: [
    'the member of the list that was evidently meant',
    'another member that the data supports',
    'one of the members, if there are few',
    'removing the value, if it is not required',
  ],
  fixes: exchangeValue,
  /** A value that is not in the list: one that others have there, or a value of the list with a typing error. */
  violationEdits: (goal) =>
    violateByWrongValue(goal, function* (value): Iterable<TermId> {
      yield* usualValues(goal);
      const { members } = goal.constraint;
      if (isRepairing(goal)) {
        if (value !== undefined) yield valueToFillIn(value, goal.draft);
        return;
      }
      const meant = value === undefined || terms.isBlank(value) ? members : [value];
      const slips = meant.flatMap((each) => slipsOf(each, goal)).filter((slip) => !members.includes(slip));
      yield* slips.length > 0 ? slips : nearbyTerms(goal);
    }),
  violatedBy: 'refusedValue',
  unknown: ({ members }, { value, valueTerm, term, labels }) => {
    const { near, alike } = membersLike(valueTerm, members, labels);
    const like = [...near.map(({ item }) => item), ...alike.map(({ member }) => member)];
    return like.length === 0
      ? `none of the allowed values resembles ${value}`
      : `${value} is not allowed, and the files don't say whether ${orList(like.slice(0, mostNamed).map(term))} is meant`;
  },
};

const mostNamed = 3;
