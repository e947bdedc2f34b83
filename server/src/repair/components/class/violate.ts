import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { nameOf, nearbyNodes, nearbyTerms } from '../violate/nearbyTerms.ts';
import { slipsOf } from '../violate/typingSlips.ts';
import {
  isRepairing,
  removeTriples,
  usualValues,
  type ViolationEdits,
  valuesAt,
  violateByWrongValue,
} from '../violate/violationEdits.ts';

/**
 * Removes all types that make a value an instance; otherwise puts a value there that is not one: the name of the value
 * as a text, its IRI with a typing error, or a node that stands nearby.
 */
export const classViolationEdits: ViolationEdits<'class'> = {
  *edits(goal) {
    const { constraint, draft } = goal;
    const { graph, search } = draft;
    const subclasses = search.classes.subclasses(constraint.class);
    let isTypedHere = false;
    for (const value of valuesAt(goal)) {
      if (terms.isLiteral(value)) continue;
      const types = graph.objects(value, rdf.type).filter((type) => subclasses.has(type));
      for (const fix of removeTriples(
        draft,
        types.map((object) => ({ subject: value, predicate: rdf.type, object })),
      )) {
        isTypedHere = true;
        yield fix;
      }
    }
    if (isTypedHere) return;
    yield* violateByWrongValue(goal, function* (value): Iterable<TermId> {
      yield* usualValues(goal);
      if (isRepairing(goal)) return;
      if (value !== undefined) {
        const name = nameOf(value, goal);
        if (name !== '') yield terms.literal(name);
        yield* slipsOf(value, goal).slice(0, 1);
      }
      // Where nothing was said, a name would say which instance is meant, and to put it there would be right.
      yield* nearbyNodes(goal);
      yield* nearbyTerms(goal);
    });
  },
};
