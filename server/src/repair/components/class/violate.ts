import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { mintIri } from '../../drafts/mint.ts';
import {
  removeTriples,
  usualValues,
  type ViolationEdits,
  valuesAt,
  violateByWrongValue,
} from '../violate/violationEdits.ts';

/** Removes all types that make a value an instance; otherwise puts a value there that is not one. */
export const classViolationEdits: ViolationEdits<'class'> = {
  *edits(goal) {
    const { constraint, draft, focusNode } = goal;
    const subclasses = draft.search.classes.subclasses(constraint.class);
    let isTypedHere = false;
    for (const value of valuesAt(goal)) {
      if (terms.isLiteral(value)) continue;
      const types = draft.graph.objects(value, rdf.type).filter((type) => subclasses.has(type));
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
      if (value !== undefined) return;
      yield terms.literal('x');
      yield mintIri('Thing', focusNode, draft);
    });
  },
};
