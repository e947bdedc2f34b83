import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf, xsd } from '../../../rdf/vocab.ts';
import { misformatted } from '../violate/misformatted.ts';
import { languageNearby, nearbyText } from '../violate/nearbyTerms.ts';
import { typingSlips } from '../violate/typingSlips.ts';
import {
  isRepairing,
  usualValues,
  type ViolationEdits,
  violateByWrongValue,
} from '../violate/violationEdits.ts';

/** The same text with another datatype, or a text as people write it that is invalid for the datatype. */
export const datatypeViolationEdits: ViolationEdits<'datatype'> = {
  *edits(goal) {
    const { datatype } = goal.constraint;
    yield* violateByWrongValue(goal, function* (value): Iterable<TermId> {
      const text = value !== undefined && terms.isLiteral(value) ? terms.value(value) : nearbyText(goal);
      if (datatype === xsd.string) yield terms.languageString(text, languageNearby(goal));
      else yield terms.literal(text, xsd.string);
      if (datatype !== rdf.langString && !isRepairing(goal)) {
        yield* misformatted(text, datatype);
        // Where any text of the datatype is written as one, a slip may leave its bounds.
        yield* typingSlips(text)
          .slice(0, 1)
          .map((slip) => terms.literal(slip, datatype));
      }
      yield* usualValues(goal);
    });
  },
};
